# The program. On a tape with machine code the lines of classic.bas, typing.bas and turbo.bas take the place of some of
# these. A line that starts with # is not on the tape. README.md has a map of the lines, and what each variable is.
2 {{letter_functions}}
5 IF PEEK 23730+256*PEEK 23731<>{{ramtop}} OR PEEK {{code_loaded}}<>1 THEN CLEAR {{ramtop}}: POKE {{code_loaded}},0: {{load_code}}POKE {{code_loaded}},1
10 REM Japanese crosswords
20 DEF FN t()=65536*PEEK 23674+256*PEEK 23673+PEEK 23672: REM 1/50 s

# 244 turns printing on, which the loader has turned off. BASIC looks for a variable from the first one on, so the
# analysis has its own made before all others. FOR makes a larger one than LET does: so those of loops are made by FOR.
100 BORDER 0: PAPER 0: INK 7: BRIGHT 0: FLASH 0: OVER 0: {{use_letters}}LET s=PEEK 23631+256*PEEK 23632+5: POKE s,244: REM Print again
104 GO SUB 3510: REM First is fastest
106 FOR x=1 TO 1: NEXT x: FOR y=1 TO 1: NEXT y: FOR k=1 TO 1: NEXT k
108 DIM G$(62): DIM H(31): LET DataNLine=0: LET LenLine=0: LET First=0: LET ErrLine=0
110 DIM P$(42,62): DIM Q$(62,42): DIM E(42): DIM F(62): DIM B(42,31): DIM D(62,21): DIM A(42): DIM C(62)
114 LET SizeX=0: LET SizeY=0: LET UnKnown=0: LET NeObrab=0: LET ErrCode=0: LET OldData=0
116 LET u$="????????????????": LET u$=u$+u$+u$+u$: LET a$=""

130 INVERSE 0: CLS
135 IF INKEY$<>"" THEN GO TO 135
140 PRINT {{text.credit}}''{{text.title}}''{{text.menu_new}}'{{text.menu_old}}'{{text.menu_picture}}'{{text.menu_view}}'{{text.menu_exit}}
145 PRINT {{text.menu_save}}'{{text.menu_load}}: GO TO 4022: REM to 160
160 IF INKEY$="" THEN GO TO 160
162 LET k$=INKEY$
165 IF k$="1" THEN GO TO 210
170 IF k$="3" THEN GO TO 750
175 IF k$="5" THEN GO TO 205
180 IF k$="8" THEN GO TO 4510
185 IF NOT OldData THEN GO TO 160
190 IF k$="2" THEN GO TO 700
195 IF k$="4" THEN GO TO 1100
200 IF k$<>"7" THEN GO TO 160
202 GO TO 4410
205 CLEAR : STOP

210 REM Enter a crossword
# e is the line at hand, rows and columns counted through, m the furthest that has been asked for; r and t are the sums
# of all rows and of all columns
215 LET OldData=0: LET m=0: DIM A(42): DIM C(62)
220 CLS : GO SUB 1245: LET r=0: LET t=0: IF m THEN GO TO 4170
225 LET m=1: LET SizeX=w: LET SizeY=h
230 PRINT '{{text.row_heading}}'': LET e=1: GO TO 330

# q groups, s their sum. v is the number at hand, -1 before it begins. z is 0 for a clue. g is the code of < or >, else
# 0, and s then the number behind it. What stands before < or > does not count
240 LET q=0: LET s=0: LET v=-1: LET g=0: LET z=LEN a$>255: IF z THEN RETURN : REM Groups from a$ to H()
245 LET a$=a$+",": FOR i=1 TO LEN a$: LET c=CODE a$(i)
250 IF c>47 THEN IF c<58 THEN LET v=c-48+10*v*(v>0): IF v<1000 THEN NEXT i
255 IF c<>44 THEN GO TO 280
260 IF v<0 THEN LET z=q>0 OR i<LEN a$: RETURN : REM No groups
265 LET q=q+1: IF q>31 THEN LET z=1: RETURN
270 LET H(q)=v: LET s=s+v: LET z=z OR NOT v: LET v=-1
275 NEXT i: LET z=(z OR g) AND q>1: RETURN : REM 0 is right alone
280 IF c=60 OR c=62 THEN LET g=c: LET q=0: LET s=0: LET v=-1: LET z=0: GO TO 275
285 IF c<>32 THEN LET z=1: RETURN
290 IF v<0 THEN GO TO 275
295 GO SUB 4210: GO TO 265: REM A blank

# o is what line e adds to r or t already, if it is asked for once more. 23692 counts the rows until scroll? is asked
330 LET o=0: LET x=e-h: IF x>0 THEN GO TO 550: REM Ask for line e
340 IF A(e) THEN GO SUB 4180: GO TO 360
350 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT ({{text.row_prompt(STR$ e)}});(CHR$ 6); LINE a$
360 GO SUB 240: IF z OR g OR s+q-1>w THEN GO TO 4190
370 LET r=r+s-o: LET A(e)=q*SGN s: POKE 23692,255: PRINT {{text.row}};e;": ";
380 FOR i=1 TO q: LET B(e,i)=H(i): PRINT H(i);"," AND i<q;: NEXT i: PRINT : LET x=e: GO TO 600
550 IF C(x) THEN GO SUB 4180: GO TO 580
570 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT ({{text.column_prompt(STR$ x)}});(CHR$ 6); LINE a$
580 GO SUB 240: IF z OR g OR s+q-1>h THEN GO TO 4190
585 LET t=t+s-o: LET C(x)=q*SGN s: POKE 23692,255: PRINT {{text.column}};x;": ";
590 FOR i=1 TO q: LET D(x,i)=H(i): PRINT H(i);"," AND i<q;: NEXT i: PRINT
600 LET e=e+1: IF e>m THEN LET m=e
610 IF x=5*INT (x/5) THEN GO SUB 3710
620 IF e=h+1 THEN PRINT '{{text.column_heading}}''
630 IF e<=w+h THEN GO TO 330
650 POKE 23692,255: GO SUB 4010: PRINT : IF r=t THEN GO TO 690
660 PRINT {{text.check_sum}}'{{text.row_heading}};r'{{text.column_heading}};t: PAUSE 0: LET e=e-1: GO TO 330
690 LET OldData=1: PRINT {{text.any_key}}: PAUSE 0

700 REM Solve and report
710 GO SUB 1330: IF ErrCode THEN GO TO 130
720 IF USR {{guard}} THEN INPUT ({{text.solved}}); LINE a$
725 CLS : PRINT {{text.time}};INT (t/60);":";t-60*INT (t/60)
730 GO SUB 4010: PRINT '{{text.any_key}}: PAUSE 0: GO TO 130

740 REM Test picture
750 CLS : POKE 23560,0: LET m=0: GO SUB 1245
760 LET i$={{text.picture_name}}: GO SUB 4100: IF a$=CHR$ 10 THEN GO TO 760
770 LET c=16384: LET v=6912: GO SUB 4130: IF z<>255 THEN GO TO 4520
790 IF n<>2048 AND n<>6912 THEN LET i$={{text.wrong_size(STR$ n)}}: GO SUB 4100: GO TO 130
# Square by square of 8x8 cells, the colour of ink in a square is Dot, that of paper Ground. A byte of pixels, v,
# becomes q+i*v: as it is, the other way round, all set or none. s$ has the four cells of each half of a byte
810 LET s$="0000000100100011010001010110011110001001101010111100110111101111": FOR r=0 TO INT ((h-1)/8): FOR c=0 TO INT ((w-1)/8): REM Read its cells
820 LET v=ATTR (r,c): LET Ground=INT (v/8): LET Dot=v-8*Ground: LET Ground=Ground-8*INT (Ground/8)
830 LET i=SGN (Ground-Dot): LET q=255*(Dot>Ground OR Dot=Ground AND Dot<4): REM The darker is black
840 LET x=8*c+1: LET p=8*c+8: LET m=1: IF p>w THEN LET m=INT (2^(p-w)+.5): LET p=w
850 LET k=8*r+8: LET n=16384+32*r+c: FOR y=k-7 TO k-(k-h)*(k>h)
860 LET v=PEEK n: POKE n,v+256-m-2*m*INT (v/m): LET v=q+i*v: REM Invert what is read
870 LET k=INT (v/16): LET v=4*v-64*k: LET k=4*k: LET P$(y,x TO p)=s$(k+1 TO k+4)+s$(v+1 TO v+4): LET n=n+256: NEXT y: NEXT c: NEXT r
910 CLS : LET OldData=0: LET SizeX=w: LET SizeY=h: LET k=0: GO SUB 1010
930 FOR k=1 TO w+h: IF k<=h THEN LET LenLine=w: LET G$=P$(k)
940 IF k>h THEN LET LenLine=h: LET x=k-h: FOR i=1 TO h: LET G$(i)=P$(i,x): NEXT i
950 GO SUB 1040: GO SUB 3790: GO SUB 1010: NEXT k
990 LET OldData=1: GO TO 710

1010 PRINT AT 0,0;{{text.making_data}};INT (100*k/(SizeX+SizeY));"%": RETURN : REM How much is done

1040 LET q=0: LET v=0: FOR i=1 TO LenLine: IF G$(i)="1" THEN LET v=v+1: GO TO 1060: REM Groups from G$ to H()
1050 IF v THEN LET q=q+1: LET H(q)=v: LET v=0
1060 NEXT i: IF v THEN LET q=q+1: LET H(q)=v
1070 RETURN

# 23689 and 23692 tell how many rows can be printed before the ROM asks scroll?: the last at 4. A line of more than eight
# groups may take three rows
1090 REM View data
1100 CLS : PRINT {{text.row_heading}}'': FOR y=1 TO SizeY: LET q=A(y): IF PEEK 23689+PEEK 23692<4+2*(q>8) THEN GO SUB 4060
1110 PRINT {{text.row}};y;": ";STR$ B(y,1) AND q>0;: FOR i=2 TO q: PRINT ",";B(y,i);: NEXT i: PRINT : IF y=5*INT (y/5) THEN GO SUB 3700
1115 NEXT y: GO SUB 4040: PRINT : GO SUB 4040: PRINT {{text.column_heading}}: GO SUB 4040: PRINT
1120 FOR x=1 TO SizeX: LET q=C(x): IF PEEK 23689+PEEK 23692<4+2*(q>8) THEN GO SUB 4060
1130 PRINT {{text.column}};x;": ";STR$ D(x,1) AND q>0;: FOR i=2 TO q: PRINT ",";D(x,i);: NEXT i: PRINT : IF x=5*INT (x/5) THEN GO SUB 3700
1135 NEXT x: GO TO 3720

1230 REM Ask for the sizes w, h
# Once lines have been entered, the question begins with the size that there is
1245 IF m THEN LET t$=STR$ SizeX: LET i$={{text.width_prompt}}: GO SUB 4105: GO TO 1255
1250 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT ({{text.width_prompt}}); LINE a$
1255 LET n=62: GO SUB 1290: IF g THEN GO TO 130
1257 IF z THEN GO TO 1250
1260 LET w=s: PRINT {{text.width}};w
1262 IF m THEN LET t$=STR$ SizeY: LET i$={{text.height_prompt}}: GO SUB 4105: GO TO 1270
1265 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT ({{text.height_prompt}}); LINE a$
1270 LET n=42: GO SUB 1290: IF g THEN GO TO 1245
1275 IF z THEN GO TO 1265
1280 LET h=s: PRINT {{text.height}};h: RETURN
# The size in a$ to s, at most n: one digit or two, or else at 4150. g is 60 for <, z 1 for an answer that is refused
1290 LET g=0: LET z=0: LET s=CODE a$-48: IF LEN a$=1 AND s>0 AND s<10 THEN RETURN : REM Size in a$
1295 IF LEN a$=2 THEN LET v=CODE a$(2)-48: LET s=10*s+v: IF v>=0 AND v<10 AND s>9 AND s<=n THEN RETURN
1300 GO TO 4150

1320 REM Draw the screen
1330 CLS : LET ErrCode=0: LET UnKnown=SizeX*SizeY: LET NeObrab=SizeX+SizeY
1340 FOR i=0 TO 7: POKE USR "a"+i,BIN 10111011: NEXT i: POKE USR "a"+1,0: POKE USR "a"+5,0
1345 LET Wide=4*SizeX: LET High=4*SizeY: LET Right=8*INT ((Wide+4)/8)+7: LET Low=8*INT ((High+4)/8)+7
1350 FOR y=0 TO INT (Low/8): FOR x=0 TO INT (Right/8): PRINT AT y,x;"\a";: NEXT x: NEXT y
1360 INVERSE 1: FOR x=0 TO 5: PLOT x,175: DRAW 0,-Low: NEXT x: FOR x=Wide+5 TO Right: PLOT x,175: DRAW 0,-Low: NEXT x: REM Trim left, right
1370 FOR y=170 TO 175: PLOT 0,y: DRAW Right,0: NEXT y: FOR y=175-Low TO 170-High: PLOT 0,y: DRAW Right,0: NEXT y: INVERSE 0: REM and top, bottom
1380 PLOT 4,171: DRAW Wide+2,0: DRAW 0,-High-2: DRAW -Wide-2,0: DRAW 0,High+2
1400 FOR y=1 TO SizeY: LET P$(y)=u$: LET E(y)=2: PLOT 0,172-4*y: NEXT y
1410 FOR x=1 TO SizeX: LET Q$(x)=u$: LET F(x)=2: PLOT 4*x+3,175: NEXT x: POKE 23672,0: POKE 23673,0: POKE 23674,0

1530 REM Marked rows
1540 LET LenLine=SizeX: FOR y=1 TO SizeY: IF NOT E(y) THEN GO TO 1600
1550 GO SUB 3630: LET G$=P$(y): LET DataNLine=A(y): FOR i=1 TO DataNLine: LET H(i)=B(y,i): NEXT i
1560 LET First=E(y)=2: GO SUB 2190: IF ErrLine THEN GO TO 2100
1570 LET Found=PEEK {{changed_count}}: LET UnKnown=UnKnown-Found: LET P$(y)=G$
1580 FOR i=1 TO Found: LET x=PEEK ({{before_changed}}+i): LET Q$(x,y)=G$(x): GO SUB 2140
1590 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: GO SUB 3650
1595 NEXT i: LET E(y)=0: LET NeObrab=NeObrab-1: GO SUB 3640
1600 NEXT y: IF NOT UnKnown THEN GO SUB 4805: IF NOT Wrong THEN GO TO 2080

# A column that the rows have left as it was is looked at first with nothing known
1730 REM Marked columns
1740 LET LenLine=SizeY: FOR x=1 TO SizeX: IF NOT F(x) THEN GO TO 1800
1750 GO SUB 3660: LET G$=Q$(x): LET DataNLine=C(x): FOR i=1 TO DataNLine: LET H(i)=D(x,i): NEXT i
1760 LET First=F(x)=2 AND Q$(x)=u$( TO 42): GO SUB 2190: IF ErrLine THEN GO TO 2100
1770 LET Found=PEEK {{changed_count}}: LET UnKnown=UnKnown-Found: LET Q$(x)=G$
1780 FOR i=1 TO Found: LET y=PEEK ({{before_changed}}+i): LET P$(y,x)=G$(y): GO SUB 2140
1790 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: GO SUB 3620
1795 NEXT i: LET F(x)=0: LET NeObrab=NeObrab-1: GO SUB 3670
1800 NEXT x: IF UnKnown AND NeObrab THEN GO TO 1540
1810 IF UnKnown THEN GO TO 1960
1820 GO SUB 4805: IF Wrong THEN GO TO 1540
1830 GO TO 2080

1950 REM Many variants
1960 LET i$={{text.many_variants}}: GO SUB 4100: IF a$<>"y" AND a$<>"Y" THEN LET ErrCode=2: RETURN
1970 LET c$="": LET i$={{text.which_colour}}: GO SUB 4100: IF a$="b" OR a$="B" THEN LET c$="1"
1975 IF a$="w" OR a$="W" THEN LET c$="0"
1980 IF c$="" THEN GO TO 1970
1990 FOR y=1 TO SizeY: FOR x=1 TO SizeX: IF P$(y,x)="?" THEN GO TO 2030
2000 NEXT x: NEXT y
2030 LET P$(y,x)=c$: LET Q$(x,y)=c$: LET UnKnown=UnKnown-1: GO SUB 2140
2040 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: GO SUB 3620
2050 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: GO SUB 3650
2060 GO TO 1530

# Read twice: if the counter carries between two PEEKs, it is too small
2070 REM The time t, in seconds
2080 LET t=FN t(): LET v=FN t(): IF v>t THEN LET t=v: REM Twice: a carry
2090 LET t=INT (t/50): RETURN
2100 LET ErrCode=1: LET i$={{text.incorrect}}: GO SUB 4100: RETURN

# A white cell loses its midst, a black one all of its nine pixels
2130 REM Draw cell (x,y)
2140 INVERSE 1: IF P$(y,x)="0" THEN PLOT 4*x+3,172-4*y: INVERSE 0: RETURN
2150 PLOT 4*x+2,173-4*y: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1: DRAW 1,0: INVERSE 0: RETURN

3615 REM Marks of row y, column x
3620 PLOT 0,172-4*y: RETURN : REM Marked
3630 PLOT 1,172-4*y: DRAW 0,-1: DRAW -1,0: RETURN : REM Analysed
3640 INVERSE 1: PLOT 0,172-4*y: DRAW 1,0: DRAW 0,-1: DRAW -1,0
3641 INVERSE 0: RETURN : REM Done
3650 PLOT 4*x+3,175: RETURN
3660 PLOT 4*x+4,175: DRAW 0,-1: DRAW -1,0: RETURN
3670 INVERSE 1: PLOT 4*x+3,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0
3671 INVERSE 0: RETURN

3680 REM Print a rule
3700 IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3710 PRINT "_______________________________": RETURN
3720 IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3722 PRINT : IF PEEK 23689+PEEK 23692<4 THEN GO SUB 4060
3724 PRINT {{text.any_key}}
3726 IF INKEY$<>"" THEN GO TO 3726
3728 PAUSE 1: PAUSE 0: GO TO 130

3730 REM Groups of line k to H()
3740 LET x=k-SizeY: IF x>0 THEN GO TO 3760
3750 LET q=A(k): FOR i=1 TO q: LET H(i)=B(k,i): NEXT i: RETURN
3760 LET q=C(x): FOR i=1 TO q: LET H(i)=D(x,i): NEXT i: RETURN
3780 REM and back
3790 LET x=k-SizeY: IF x>0 THEN GO TO 3810
3800 LET A(k)=q: FOR i=1 TO q: LET B(k,i)=H(i): NEXT i: RETURN
3810 LET C(x)=q: FOR i=1 TO q: LET D(x,i)=H(i): NEXT i: RETURN
3850 REM and to t$, sum to s
3860 GO SUB 3740: LET s=0: LET t$="": FOR i=1 TO q: LET s=s+H(i)
3861 LET t$=t$+","+STR$ H(i): NEXT i: LET t$=t$(2 TO ): RETURN

4000 REM Wait until no key is down
4010 IF INKEY$<>"" THEN GO TO 4010
4020 PAUSE 1: RETURN
# On the machine stack, to which 23613 leads, lies the line that RETURN goes to: it becomes 4022 until 62, the mark at
# the end, comes up
4022 LET n=PEEK 23613+256*PEEK 23614: IF PEEK (n+3)<>62 THEN POKE n+2,182: POKE n+3,15: POKE n+4,1: RETURN
4024 GO TO 160

4030 REM Ask scroll?
4040 IF PEEK 23689+PEEK 23692>3 THEN RETURN
4060 GO SUB 4010: PRINT #0;AT 1,0;{{text.scroll}}: PAUSE 0
4061 LET v=PEEK 23560
4062 IF v=32 OR v=78 OR v=110 OR v=226 THEN GO TO 130
4065 INPUT "": POKE 23692,25-PEEK 23689: RETURN

# a$ is CHR$ 10 where an error has ended it. IF USR guard THEN does what stands behind it itself, so that no error of it
# stops the program, and goes on with the next line
4090 REM Ask i$
4100 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}}; LINE a$
4102 RETURN
4104 REM with t$ typed into it
4105 LET a$=CHR$ 10: LET t$=t$+CHR$ 13
4106 IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}};("" AND t$=STR$ USR {{type_text}}); LINE a$
4110 RETURN

# v bytes at most. z is 255 or the report, n the length that the header in BASIC's work space tells
4120 REM LOAD a$ to c
4130 LET z=0: IF USR {{guard}} THEN LOAD a$CODE c,v
4140 LET z=PEEK {{guard_report}}: LET n=PEEK 23649+256*PEEK 23650+28: LET n=PEEK n+256*PEEK (n+1)
4142 IF INKEY$<>"" THEN GO TO 4142
4145 RETURN

4148 REM Any other size
4150 GO SUB 240: IF g=60 AND NOT z THEN RETURN
4155 IF NOT z AND NOT g AND q=1 AND s>0 AND s<=n THEN RETURN
4158 LET i$={{text.size_range(STR$ n)}}
4160 GO SUB 4100: LET g=0: LET z=1: RETURN

# The lines stay as they are
4168 REM Other sizes
4170 IF w<>SizeX OR h<>SizeY THEN LET m=1: LET SizeX=w: LET SizeY=h
4175 FOR k=1 TO w+h: GO SUB 3860: IF x<1 THEN LET r=r+s
4177 IF x>0 THEN LET t=t+s
4178 NEXT k: GO TO 230
4179 REM Ask once more for line e
4180 LET k=e: GO SUB 3860: LET o=s
4182 LET i$={{text.row_prompt(STR$ k)}}
4183 IF x>0 THEN LET i$={{text.column_prompt(STR$ x)}}
4184 LET i$=i$+CHR$ 6: GO TO 4105

# If the next one is <, what was refused (s$) is typed into the line
4188 REM No clue
4190 IF g AND NOT z THEN GO TO 4197
4191 LET s=LEN a$-1: IF s>95 THEN LET s=95
4192 LET s$=a$( TO s*(CODE a$>31)): LET i$={{text.incorrect_entry}}: GO SUB 4100
4193 GO SUB 4180: GO SUB 240: IF z THEN GO TO 4191
4194 LET a$=a$( TO LEN a$-1): IF g=60 AND NOT s THEN LET t$=s$: GO SUB 4105
4195 LET s$="": IF x>0 THEN GO TO 580
4196 GO TO 360
4197 IF g=62 THEN LET e=m: GO TO 620
4198 LET e=e-s-NOT s: IF e<1 THEN GO TO 220
4199 GO TO 630
# A blank behind a group takes the blanks and the comma behind it along
4200 REM Skip blanks
4210 IF a$(i+1)=" " THEN LET i=i+1: GO TO 4210
4220 IF a$(i+1)="," THEN LET i=i+1
4230 RETURN

# Saved data are a byte for each group: its length less 1, 64 more at the end of a line, 192 more at the end of the last
# row and of the last column; a line without groups is the byte 63 with that. So 62x42 cells fit into P$ at worst
4400 REM Save data
4410 GO SUB 4600: FOR k=1 TO SizeX+SizeY: GO SUB 3740: POKE n,63
4411 FOR i=1 TO q: POKE n,H(i)-1: LET n=n+1: NEXT i
4412 LET n=n+NOT q
4420 POKE n-1,PEEK (n-1)+64+128*(k=SizeY OR x=SizeX)
4421 GO SUB 1010: NEXT k
4430 LET n=n-p: IF USR {{guard}} THEN SAVE a$CODE p,n
4440 IF PEEK {{guard_report}}<>255 THEN LET i$={{text.not_saved}}: GO SUB 4100
4450 GO TO 130

# All of it is read twice: what is no crossword leaves the data as they are. m is the width that the rows need
4500 REM Load data
4510 GO SUB 4600: LET c=p: LET v=2604: GO SUB 4130: IF z=255 THEN GO TO 4530
4520 LET i$={{text.tape_error}}: GO SUB 4100: GO TO 130
4530 LET e=p+n: LET n=p: LET r=0: LET m=0: LET y=0: LET x=0
4540 LET y=y+1: GO SUB 4660: LET r=r+s
4541 IF s+q-1>m THEN LET m=s+q-1
4550 IF NOT f THEN GO TO 4540
4560 LET x=x+1: GO SUB 4660: LET r=r-s
4561 IF y>42 OR x>62 OR s+q-1>y THEN GO TO 4710
4570 IF NOT f THEN GO TO 4560
4580 IF r OR m>x OR n<>e THEN GO TO 4710
4590 CLS : LET OldData=0: LET SizeX=x: LET SizeY=y: LET n=p
4591 FOR k=1 TO SizeX+SizeY: GO SUB 4660: GO SUB 3790
4592 GO SUB 1010: NEXT k: LET OldData=1: GO TO 130
4600 CLS : LET a$=CHR$ 10
4601 IF USR {{guard}} THEN INPUT ({{text.data_name}}); LINE a$
4605 IF a$=CHR$ 10 THEN GO TO 130
4610 LET p=VAL (P$(1,1)+STR$ USR {{text_address}})(2 TO )
4611 LET n=p: RETURN : REM Address of P$

# q groups in H(), s their sum; f is 1 at the end of the last row or column
4650 REM Take a line of it
4660 LET s=0: FOR q=1 TO 31: LET v=PEEK n: LET n=n+1
4661 IF v<64 THEN LET H(q)=v+1: LET s=s+v+1: NEXT q: GO TO 4710
4670 LET f=v>127: LET v=v-64-128*f
4671 IF v<0 OR n>e THEN GO TO 4710
4680 IF v=63 AND q=1 THEN LET q=0: RETURN
4690 LET H(q)=v+1: LET s=s+v+1: RETURN
4710 LET i$={{text.no_crossword}}: GO SUB 4100: GO TO 130

# Once all cells are known, the lines that are still marked are compared with their data; if all are right, no mark
# is left
4800 REM Is it solved?
4805 LET Wrong=1: LET LenLine=SizeX: FOR y=1 TO SizeY
4806 IF NOT E(y) THEN GO TO 4820
4810 LET G$=P$(y): GO SUB 1040: IF q<>A(y) THEN RETURN
4815 FOR i=1 TO q: IF H(i)<>B(y,i) THEN RETURN
4817 NEXT i
4820 NEXT y: LET LenLine=SizeY: FOR x=1 TO SizeX
4821 IF NOT F(x) THEN GO TO 4835
4825 LET G$=Q$(x): GO SUB 1040: IF q<>C(x) THEN RETURN
4830 FOR i=1 TO q: IF H(i)<>D(x,i) THEN RETURN
4832 NEXT i
4835 NEXT x: LET Wrong=0: INVERSE 1: PLOT 0,0: DRAW 0,175
4836 DRAW 255,0: INVERSE 0: RETURN
