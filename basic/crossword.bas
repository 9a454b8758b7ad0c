# BASIC looks for a function from the first line on
2 {{letter_functions}}
5 IF PEEK 23730+256*PEEK 23731<>{{ramtop}} OR PEEK {{code_loaded}}<>1 THEN CLEAR {{ramtop}}: POKE {{code_loaded}},0: {{load_code}}POKE {{code_loaded}},1
10 DEF FN t()=65536*PEEK 23674+256*PEEK 23673+PEEK 23672: GO TO 100: REM Japanese crosswords for the ZX Spectrum 48K

# The loops over marked rows and columns, ahead of all else, since BASIC looks for a line from the first one on. 24 and 54
# are BASIC's part where machine code leaves a line to it. DRAW -2,-1 goes by (-1,-1): so two lines clear a mark
20 LET LenLine=SizeX: FOR y=1 TO SizeY: IF NOT E(y) THEN NEXT y: GO TO 40
22 LET v=172-4*y: PLOT 1,v: DRAW 0,-1: DRAW -1,0: LET G$=P$(y): LET DataNLine=A(y)
24 {{row_in_basic}}LET First=E(y)=2: FOR i=1 TO DataNLine: LET H(i)=B(y,i): NEXT i: GO SUB 2190: LET v=172-4*y
26 IF ErrLine THEN GO TO 2100
28 LET n=PEEK {{changed_count}}: INVERSE 1: IF n THEN LET P$(y)=G$: LET UnKnown=UnKnown-n
30 FOR i=1 TO n: LET x=PEEK ({{before_changed}}+i): LET Q$(x,y)=G$(x): PLOT 4*x+3,v: IF G$(x)="1" THEN DRAW -1,1: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1
32 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;4*x+3,175
34 NEXT i: PLOT 0,v: DRAW 2,0: DRAW -2,-1: INVERSE 0: LET E(y)=0: LET NeObrab=NeObrab-1: NEXT y

# Once all is known, a line that is still marked is compared with its data and not analysed
40 IF NOT UnKnown THEN GO SUB 4800: IF NOT n THEN GO TO 2080
50 LET LenLine=SizeY: FOR x=1 TO SizeX: IF NOT F(x) THEN NEXT x: GO TO 70
52 LET v=4*x+3: PLOT v+1,175: DRAW 0,-1: DRAW -1,0: LET G$=Q$(x): LET DataNLine=C(x)
54 {{column_in_basic}}LET First=(F(x)=2 AND Q$(x)=u$( TO 42)): FOR i=1 TO DataNLine: LET H(i)=D(x,i): NEXT i: GO SUB 2190: LET v=4*x+3
56 IF ErrLine THEN GO TO 2100
58 LET n=PEEK {{changed_count}}: INVERSE 1: IF n THEN LET Q$(x)=G$: LET UnKnown=UnKnown-n
60 FOR i=1 TO n: LET y=PEEK ({{before_changed}}+i): LET P$(y,x)=G$(y): PLOT v,172-4*y: IF G$(y)="1" THEN DRAW -1,1: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1
62 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;0,172-4*y
64 NEXT i: PLOT v,175: DRAW 2,0: DRAW -2,-1: INVERSE 0: LET F(x)=0: LET NeObrab=NeObrab-1: NEXT x
# The rows again; but 1960 when no line is marked, and 2080 when all is right (n is 0)
70 IF UnKnown THEN GO TO 20+1940*NOT NeObrab
72 GO SUB 4800: GO TO 2080-2060*n

# 100 has printing on again. The variables that are read most come first: those of the analysis (3510) where it is in
# BASIC. x, y and i are variables of FOR at once: where FOR makes one, all that lies behind it moves, which takes 0.1 s
100 BORDER 0: PAPER 0: INK 7: BRIGHT 0: FLASH 0: OVER 0: {{use_letters}}LET s=PEEK 23631+256*PEEK 23632+5: POKE s,244
104 GO SUB 3510
106 FOR x=0 TO 0: NEXT x: FOR y=x TO x: NEXT y: FOR i=x TO x: NEXT i: LET n=0: LET v=0: LET DataNLine=0: LET LenLine=0: LET First=0: LET ErrLine=0: DIM G$(62): DIM H(31): DIM E(42): DIM F(62): DIM P$(42,62): DIM Q$(62,42): DIM B(42,31): DIM D(62,21): DIM A(42): DIM C(62)
# Behind what an analysis reads, before what entering makes. With machine code o is 0 until 3510 has been done, by 2197
112 LET m=0: LET w=0: LET h=0: LET k=0: LET SizeX=0: LET SizeY=0: LET UnKnown=0: LET NeObrab=0: LET ErrCode=0: LET OldData=0: LET o=0: LET u$="????????????????": LET u$=u$+u$+u$+u$: LET a$="": LET c$={{text.credit}}

130 INVERSE 0: CLS
135 IF INKEY$<>"" THEN GO TO 135
140 PRINT {{own}}c$''{{text.title}}''{{text.menu_new}}'{{text.menu_old}}'{{text.menu_picture}}'{{text.menu_view}}'{{text.menu_exit}}{{own_items}}'{{text.menu_save}}'{{text.menu_load}}{{rom}}: GO TO 4022
160 LET n=CODE INKEY$: IF NOT n THEN GO TO 160
165 IF n=49 THEN GO TO 210
166 IF n=51 THEN GO TO 750
170 LET n=4*n-195: IF ABS (n-15)>14 THEN GO TO 160
175 IF NOT OldData THEN GO TO VAL " 210 160 750 160 205 160 1604510"(n TO n+3)
180 GO TO VAL " 210 700 7501090 205{{count_line}}44104510"(n TO n+3)
205 CLEAR : STOP

210 REM Enter a crossword
215 LET OldData=0: LET m=0: DIM A(42): DIM C(62)
220 CLS : LET r=0: LET t=0: LET e=1: GO SUB 1245: IF m THEN GO TO 4170
230 LET m=1: LET SizeX=w: LET SizeY=h
235 PRINT '{{own}}{{text.row_heading}}{{rom}}'': GO TO 330

# Groups from a$ to H(), q of them, s their sum. g is the code of the sign < or >, and s the number behind it; z is 1 if
# a$ is neither. v is the number at hand, -1 before it begins. What is rare is at 4200
240 LET s=0: LET q=0: LET v=-1: LET g=0: LET z=0: IF LEN a$>255 THEN LET z=1: RETURN
245 LET a$=a$+",": FOR i=1 TO LEN a$: LET c=CODE a$(i): IF c=44 THEN IF v>0 THEN LET q=q+1: IF q<32 THEN LET H(q)=v: LET s=s+v: LET v=-1: NEXT i: LET z=(z OR g) AND q>1: RETURN
250 IF c>47 THEN IF c<58 THEN LET v=c-48+10*v*(v>0): IF v<1000 THEN NEXT i
255 GO TO 4200

# e is the line at hand, rows and columns counted through, m the first that has not been entered yet; o the sum of the
# groups that were in line e before, s that of those that are typed; r that of all rows, t of all columns
330 LET o=0: LET x=e: IF e>h THEN GO TO 550
340 IF A(e) THEN LET i$={{text.row_prompt(STR$ e)}}: GO SUB 4180: LET x=e: GO TO 360
350 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}({{text.row_prompt(STR$ e)}}){{rom_item}};(CHR$ 6); LINE a$
360 GO SUB 240: IF z OR g OR s+q-1>w THEN GO TO 4190
370 LET r=r+s-o: LET A(e)=q*SGN s: POKE 23692,255: PRINT {{own}}{{text.row}}{{rom}};e;": ";
380 FOR i=1 TO q: LET B(e,i)=H(i): PRINT H(i);","( TO i<q);: NEXT i: PRINT : GO TO 600
550 LET x=e-h: IF C(x) THEN LET i$={{text.column_prompt(STR$ x)}}: GO SUB 4180: GO TO 580
570 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}({{text.column_prompt(STR$ x)}}){{rom_item}};(CHR$ 6); LINE a$
580 GO SUB 240: IF z OR g OR s+q-1>h THEN GO TO 4190
585 LET t=t+s-o: LET C(x)=q*SGN s: POKE 23692,255: PRINT {{own}}{{text.column}}{{rom}};x;": ";
588 FOR i=1 TO q: LET D(x,i)=H(i): PRINT H(i);","( TO i<q);: NEXT i: PRINT : GO TO 600
600 LET e=e+1: LET m=m+(e>m): IF x=5*INT (x/5) THEN PRINT "_______________________________"
610 IF e=h+1 THEN PRINT '{{own}}{{text.column_heading}}{{rom}}''
620 IF e<=w+h THEN GO TO 330
660 POKE 23692,255: GO SUB 4010: PRINT : IF r<>t THEN PRINT {{own}}{{text.check_sum}}'{{text.row_heading}}{{rom}};r'{{own}}{{text.column_heading}}{{rom}};t: PAUSE 0: LET e=e-1: GO TO 330
690 LET OldData=1: PRINT {{own}}{{text.any_key}}{{rom}}: PAUSE 0

700 REM Solve and report
710 GO SUB 1330: IF ErrCode THEN GO TO 130
720 IF USR {{guard}} THEN INPUT {{own_item}}({{text.solved}}){{rom_item}}; LINE a$
725 CLS : PRINT {{own}}{{text.time}}{{rom}};INT (t/60);":";t-60*INT (t/60)
730 GO SUB 4010: PRINT '{{own}}{{text.any_key}}{{rom}}: PAUSE 0: GO TO 130

740 REM Test picture
750 LET m=0: CLS : POKE 23560,0: GO SUB 1245: LET i$={{text.picture_name}}
760 GO SUB 4100: IF a$=CHR$ 10 THEN GO TO 760
770 LET c=16384: LET v=6912: GO SUB 4130: IF z<>255 THEN GO TO 4520
790 IF n<>2048 AND n<>6912 THEN LET i$={{text.wrong_size(STR$ n)}}: GO SUB 4100: GO TO 130
# Square by square of 8x8 pixels, a byte v of pixels at a time, which becomes q+i*v: all set, none, as they are or the
# other way round. In s$ are the four cells of each half of a byte
810 LET s$="0000000100100011010001010110011110001001101010111100110111101111": FOR r=0 TO INT ((h-1)/8): FOR c=0 TO INT ((w-1)/8)
830 LET v=ATTR (r,c): LET n=INT (v/8): LET v=v-8*n: LET n=n-8*INT (n/8): LET i=SGN (n-v): LET q=255*(v>n OR v=n AND v<4)
860 LET p=8*c+8: LET x=p-7: LET m=(p-w)*(p>w): LET p=p-m: LET m=INT (2^m+.5): LET k=8*r+8: LET n=16384+32*r+c: FOR y=k-7 TO k-(k-h)*(k>h)
870 LET v=PEEK n: POKE n,v+256-m-2*m*INT (v/m): LET v=q+i*v: LET k=INT (v/16): LET v=4*v-64*k: LET k=4*k: LET P$(y,x TO p)=s$(k+1 TO k+4)+s$(v+1 TO v+4): LET n=n+256: NEXT y: NEXT c: NEXT r
910 CLS : LET OldData=0: LET SizeX=w: LET SizeY=h: LET k=0: GO SUB 1010
930 FOR k=1 TO w+h: IF k<=h THEN LET LenLine=w: LET G$=P$(k)
940 IF k>h THEN LET LenLine=h: LET x=k-h: FOR i=1 TO h: LET G$(i)=P$(i,x): NEXT i
950 GO SUB 1040: GO SUB 3790: GO SUB 1010: NEXT k
990 LET OldData=1: GO TO 710

1000 REM How much is done
1010 PRINT AT 0,0;{{own}}{{text.making_data}}{{rom}};INT (100*k/(SizeX+SizeY));"%": RETURN

1030 REM The groups of G$
1040 LET q=0: LET v=0: FOR i=1 TO LenLine
1050 IF G$(i)="1" THEN LET v=v+1: NEXT i: GO TO 1080
1060 IF v THEN LET q=q+1: LET H(q)=v: LET v=0
1070 NEXT i
1080 IF v THEN LET q=q+1: LET H(q)=v
1085 RETURN

1090 REM View data
# 23689 and 23692 tell how many rows there are before the ROM asks scroll?. A clue of more than eight groups may take three
1100 CLS : PRINT {{own}}{{text.row_heading}}{{rom}}'': FOR y=1 TO SizeY: LET q=A(y): IF PEEK 23689+PEEK 23692<4+2*(q>8) THEN GO SUB 4060
1110 PRINT {{own}}{{text.row}}{{rom}};y;": ";: FOR i=1 TO q-1: PRINT B(y,i);",";: NEXT i: PRINT STR$ B(y,q+NOT q) AND q: IF y=5*INT (y/5) THEN GO SUB 3700
1115 NEXT y: GO SUB 4040: PRINT : GO SUB 4040: PRINT {{own}}{{text.column_heading}}{{rom}}: GO SUB 4040: PRINT : FOR x=1 TO SizeX: LET q=C(x): IF PEEK 23689+PEEK 23692<4+2*(q>8) THEN GO SUB 4060
1130 PRINT {{own}}{{text.column}}{{rom}};x;": ";: FOR i=1 TO q-1: PRINT D(x,i);",";: NEXT i: PRINT STR$ D(x,q+NOT q) AND q: IF x=5*INT (x/5) THEN GO SUB 3700
1135 NEXT x: GO TO 3720

1230 REM Ask for the sizes: w columns, h rows
1245 LET n=62: IF m THEN LET t$=STR$ SizeX: LET i$={{text.width_prompt}}: GO SUB 4105: GO TO 1250
1248 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}({{text.width_prompt}}){{rom_item}}; LINE a$
1250 LET s=CODE a$-48: IF LEN a$=2 THEN LET v=CODE a$(2)-48: IF v>=0 THEN IF v<10 THEN LET s=10*s+v: IF s>0 THEN IF s<63 THEN GO TO 1260
1255 IF LEN a$<>1 OR s<1 OR s>9 THEN GO SUB 4150: IF z OR g THEN GO TO 130+1118*z
1260 LET w=s: PRINT {{own}}{{text.width}}{{rom}};w
1263 LET n=42: IF m THEN LET t$=STR$ SizeY: LET i$={{text.height_prompt}}: GO SUB 4105: GO TO 1270
1265 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}({{text.height_prompt}}){{rom_item}}; LINE a$
1270 LET s=CODE a$-48: IF LEN a$=2 THEN LET v=CODE a$(2)-48: IF v>=0 THEN IF v<10 THEN LET s=10*s+v: IF s>0 THEN IF s<43 THEN GO TO 1275
1273 IF LEN a$<>1 OR s<1 OR s>9 THEN GO SUB 4150: IF z OR g THEN GO TO 1245+20*z
1275 LET h=s: PRINT {{own}}{{text.height}}{{rom}};h: RETURN

1320 REM Solving: the screen
1330 CLS : LET ErrCode=0: LET UnKnown=SizeX*SizeY: LET NeObrab=SizeX+SizeY: FOR i=0 TO 7: POKE USR "a"+i,187*(i<>1 AND i<>5): NEXT i: LET v=4*SizeX: LET n=4*SizeY: LET w=8*INT ((v+4)/8)+7: LET h=8*INT ((n+4)/8)+7
1350 FOR y=0 TO INT (h/8): FOR x=0 TO INT (w/8): PRINT AT y,x;"\a";: NEXT x: NEXT y
1360 INVERSE 1: FOR x=0 TO 5: PLOT x,175: DRAW 0,-h: NEXT x: FOR x=v+5 TO w: PLOT x,175: DRAW 0,-h: NEXT x
1380 FOR y=170 TO 175: PLOT 0,y: DRAW w,0: NEXT y: FOR y=175-h TO 170-n: PLOT 0,y: DRAW w,0: NEXT y: INVERSE 0: PLOT 4,171: DRAW v+2,0: DRAW 0,-n-2: DRAW -v-2,0: DRAW 0,n+2
1400 FOR y=1 TO SizeY: LET P$(y)=u$: LET E(y)=2: PLOT 0,172-4*y: NEXT y
1410 FOR x=1 TO SizeX: LET Q$(x)=u$: LET F(x)=2: PLOT 4*x+3,175: NEXT x: POKE 23672,0: POKE 23673,0: POKE 23674,0

1530 GO TO 20: REM Rows
1730 GO TO 40: REM Columns

1950 REM Many variants
1960 LET i$={{text.many_variants}}: GO SUB 4100: IF a$<>"y" AND a$<>"Y" THEN LET ErrCode=2: RETURN
1970 LET i$={{text.which_colour}}: GO SUB 4100: LET n=(a$="b" OR a$="B")-(a$="w" OR a$="W"): IF NOT n THEN GO TO 1970
1980 LET y=1
1990 LET x=1
2000 IF P$(y,x)="?" THEN GO TO 2030
2010 IF x<SizeX THEN LET x=x+1: GO TO 2000
2020 LET y=y+1: GO TO 1990
2030 LET P$(y,x)=STR$ (n>0): LET Q$(x,y)=P$(y,x): LET UnKnown=UnKnown-1: GO SUB 2140
2040 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: PLOT 0,172-4*y
2050 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: PLOT 4*x+3,175
2060 GO TO 20

2070 REM The time in seconds, solved or not
2080 LET t=FN t(): LET v=FN t(): IF v>t THEN LET t=v
2090 LET t=INT (t/50): RETURN
2100 LET ErrCode=1: LET i$={{text.incorrect}}: GO SUB 4100: RETURN

2130 REM Draw cell (x,y)
2140 INVERSE 1: IF P$(y,x)="0" THEN PLOT 4*x+3,172-4*y: INVERSE 0: RETURN
2150 PLOT 4*x+2,173-4*y: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1: DRAW 1,0: INVERSE 0: RETURN

3680 REM Print a rule
3700 IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3710 PRINT "_______________________________": RETURN
3720 IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3722 PRINT : IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3724 PRINT {{own}}{{text.any_key}}{{rom}}
3726 IF INKEY$<>"" THEN GO TO 3726
3728 PAUSE 1: PAUSE 0: GO TO 130

# q groups, from the data
3730 REM Line k to H()
3740 LET x=k-SizeY: IF x>0 THEN GO TO 3760
3750 LET q=A(k): FOR i=1 TO q: LET H(i)=B(k,i): NEXT i: RETURN
3760 LET q=C(x): FOR i=1 TO q: LET H(i)=D(x,i): NEXT i: RETURN
3780 REM and back
3790 LET x=k-SizeY: IF x>0 THEN GO TO 3810
3800 LET A(k)=q: FOR i=1 TO q: LET B(k,i)=H(i): NEXT i: RETURN
3810 LET C(x)=q: FOR i=1 TO q: LET D(x,i)=H(i): NEXT i: RETURN
# with the sum s
3850 REM as a text in t$
3860 GO SUB 3740: LET s=0: LET t$="": FOR i=1 TO q: LET s=s+H(i): LET t$=t$+","+STR$ H(i): NEXT i: LET t$=t$(2 TO ): RETURN

4000 REM Wait until no key is down
4010 IF INKEY$<>"" THEN GO TO 4010
4020 PAUSE 1: RETURN
# The menu: each GO SUB that BREAK has left behind RETURNs to 4022
4022 LET n=PEEK 23613+256*PEEK 23614: IF PEEK (n+3)<>62 THEN POKE n+2,182: POKE n+3,15: POKE n+4,1: RETURN
4024 GO TO 160

4030 REM Ask scroll?
4040 IF PEEK 23689+PEEK 23692>3 THEN RETURN
4060 GO SUB 4010: PRINT #0;AT 1,0;{{own}}{{text.scroll}}{{rom}}: PAUSE 0: LET v=PEEK 23560: IF v=32 OR v=78 OR v=110 OR v=226 THEN GO TO 130
4065 INPUT "": POKE 23692,25-PEEK 23689: RETURN

# 4105 has t$ typed at first. a$ is CHR$ 10 where an error has ended it
4090 REM INPUT a$, asking i$
4100 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}}; LINE a$
4102 RETURN
4105 LET a$=CHR$ 10: LET t$=t$+CHR$ 13: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}};(""AND t$=STR$ USR {{type_text}}); LINE a$
4110 RETURN

# v bytes at most; z is 255 or the report, n the length that its header tells
4120 REM LOAD a$ to c
4130 LET z=0: IF USR {{guard}} THEN LOAD a$CODE c,v
4140 LET z=PEEK {{guard_report}}: LET n=PEEK 23649+256*PEEK 23650+28: LET n=PEEK n+256*PEEK (n+1)
4142 IF INKEY$<>"" THEN GO TO 4142
4145 RETURN

# A size that is not two digits or one
4150 GO SUB 240: IF g=60 AND NOT z THEN RETURN
4155 IF q=1 AND s AND s<=n AND NOT (z OR g) THEN RETURN
4158 LET i$={{text.size_range(STR$ n)}}: GO TO 4165
4160 LET i$={{text.incorrect_entry}}
4165 GO SUB 4100: LET z=1: RETURN

# Back at the sizes: the lines stay as they are, and so does m if the sizes do
4170 IF w<>SizeX OR h<>SizeY THEN LET m=1: LET SizeX=w: LET SizeY=h
4175 FOR k=1 TO w+h: GO SUB 3860: LET r=r+s*(x<1): LET t=t+s*(x>0): NEXT k: GO TO 235
# A line that has groups already
4180 LET k=e: GO SUB 3860: LET o=s: LET i$=i$+CHR$ 6: GO TO 4105
# An answer that is no clue. If the next one is <, what was refused (s$) is typed into the line
4190 IF g AND NOT z THEN GO TO 4197
4191 LET s=LEN a$-1: IF s>95 THEN LET s=95
4192 LET s$=a$( TO s*(CODE a$>31)): GO SUB 4160: LET i$={{text.row_prompt(STR$ e)}}: IF e>h THEN LET i$={{text.column_prompt(STR$ (e-h))}}
4193 GO SUB 4180: GO SUB 240: IF z THEN GO TO 4191
4194 LET a$=a$( TO LEN a$-1): IF g=60 AND NOT s THEN LET t$=s$: GO SUB 4105
4195 LET s$="": LET x=e: IF e>h THEN LET x=e-h: GO TO 580
4196 GO TO 360
4197 IF g=62 THEN LET e=m: GO TO 610
4198 LET e=e-s-NOT s: IF e<1 THEN GO TO 220
4199 GO TO 620
# A sign that is neither a digit nor a comma behind a number. z is 2 if a 0 is among the groups, which may only be one
# alone. A blank ends a group as a comma does, and takes the blanks and the comma behind it along
4200 IF c=60 OR c=62 THEN LET g=c: LET s=0: LET q=0: LET v=-1: LET z=0: NEXT i
4210 IF c<>44 AND c<>32 THEN GO TO 4250
4220 IF v<0 THEN GO TO 4245
4225 IF NOT v THEN LET z=2
4230 LET q=q+1: IF q<32 THEN LET H(q)=v: LET s=s+v: LET v=-1: IF c=32 THEN GO TO 4260
4235 IF q<32 THEN NEXT i: LET z=(z OR g) AND q>1: RETURN
4240 GO TO 4250
4245 IF c=32 THEN NEXT i
4248 IF NOT q AND i=LEN a$ THEN RETURN
4250 LET z=1: RETURN
4260 IF a$(i+1)=" " THEN LET i=i+1: GO TO 4260
4265 IF a$(i+1)="," THEN LET i=i+1
4270 NEXT i: LET z=(z OR g) AND q>1: RETURN

# Saved data are a byte for each group: its length less 1, 64 more at the end of a line, 192 more at the end of the last
# row and of the last column; a line without groups is the byte 63 with that. So 62x42 cells fit into P$ at worst
4400 REM Save data
4410 GO SUB 4600: FOR k=1 TO SizeX+SizeY: GO SUB 3740: POKE n,63: FOR i=1 TO q: POKE n,H(i)-1: LET n=n+1: NEXT i: LET n=n+NOT q
4420 POKE n-1,PEEK (n-1)+64+128*(k=SizeY OR x=SizeX): GO SUB 1010: NEXT k
4430 LET n=n-p: IF USR {{guard}} THEN SAVE a$CODE p,n
4440 IF PEEK {{guard_report}}<>255 THEN LET i$={{text.not_saved}}: GO SUB 4100
4450 GO TO 130

# All of it is read twice: what is no crossword leaves the data as they are. m is the width that the rows need
4500 REM Load data
4510 GO SUB 4600: LET c=p: LET v=2604: GO SUB 4130: IF z=255 THEN GO TO 4530
4520 LET i$={{text.tape_error}}: GO SUB 4100: GO TO 130
4530 LET e=p+n: LET n=p: LET r=0: LET m=0: LET y=0: LET x=0
4540 LET y=y+1: GO SUB 4660: LET r=r+s: IF s+q-1>m THEN LET m=s+q-1
4550 IF NOT f THEN GO TO 4540
4560 LET x=x+1: GO SUB 4660: LET r=r-s: IF y>42 OR x>62 OR s+q-1>y THEN GO TO 4710
4570 IF NOT f THEN GO TO 4560
4580 IF r OR m>x OR n<>e THEN GO TO 4710
4590 CLS : LET OldData=0: LET SizeX=x: LET SizeY=y: LET n=p: FOR k=1 TO SizeX+SizeY: GO SUB 4660: GO SUB 3790: GO SUB 1010: NEXT k: LET OldData=1: GO TO 130
4600 CLS : LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}({{text.data_name}}){{rom_item}}; LINE a$
4605 IF a$=CHR$ 10 THEN GO TO 130
4610 LET p=VAL (P$(1,1)+STR$ USR {{text_address}})(2 TO ): LET n=p: RETURN

# The next line of what was loaded: q groups in H(), s their sum, f 1 at the end of the last row or column
4650 REM The next line
4660 LET s=0: FOR q=1 TO 31: LET v=PEEK n: LET n=n+1: IF v<64 THEN LET H(q)=v+1: LET s=s+v+1: NEXT q: GO TO 4710
4670 LET f=v>127: LET v=v-64-128*f: IF v<0 OR n>e THEN GO TO 4710
4680 IF v=63 AND q=1 THEN LET q=0: RETURN
4690 LET H(q)=v+1: LET s=s+v+1: RETURN
4710 LET i$={{text.no_crossword}}: GO SUB 4100: GO TO 130

# All cells are known: n is 0 if the marked lines are as their data say, and then no mark is left. With machine code all
# lines are compared (asm/solved.asm); w and h, which drawing has changed, are the sizes again
4800 LET w=SizeX: LET h=SizeY: LET n=USR {{lines_wrong}}: RETURN
4805 LET n=0: LET LenLine=SizeX: FOR y=1 TO SizeY: IF NOT E(y) THEN NEXT y: GO TO 4820
4810 LET G$=P$(y): GO SUB 1040: IF q<>A(y) THEN GO TO 4835
4815 FOR i=1 TO q: IF H(i)=B(y,i) THEN NEXT i: NEXT y: GO TO 4820
4818 GO TO 4835
4820 LET LenLine=SizeY: FOR x=1 TO SizeX: IF NOT F(x) THEN NEXT x: GO TO 4840
4825 LET G$=Q$(x): GO SUB 1040: IF q<>C(x) THEN GO TO 4835
4830 FOR i=1 TO q: IF H(i)=D(x,i) THEN NEXT i: NEXT x: GO TO 4840
4835 LET n=1: RETURN
4840 INVERSE 1: PLOT 0,0: DRAW 0,175: DRAW 255,0: INVERSE 0: RETURN
