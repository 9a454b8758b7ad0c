3 IF PEEK {{guard}}<>42 OR PEEK 23731=255 THEN CLEAR {{guard_ramtop}}: LOAD "guard"CODE
5 IF PEEK 23730+256*PEEK 23731<>{{ramtop}} OR PEEK {{code_loaded}}<>1 THEN CLEAR {{ramtop}}: POKE {{code_loaded}},0: LOAD "line"CODE 62976: {{load_letters}}POKE {{code_loaded}},1
10 REM Japanese crosswords for the ZX Spectrum 48K
15 {{use_letters}}LET s=PEEK 23631+256*PEEK 23632+5: POKE s,244: REM printing is on again
20 {{letter_functions}}DEF FN t()=65536*PEEK 23674+256*PEEK 23673+PEEK 23672
25 IF PEEK 23730+256*PEEK 23731<>{{ramtop_with_code}} THEN GO SUB 3510: REM all in BASIC: its variables first
30 LET x=0: LET y=0: LET i=0: LET n=0: LET v=0: LET DataNLine=0: LET LenLine=0: LET First=0: LET ErrLine=0
40 DIM G$(62): DIM H(31): DIM E(42): DIM F(62): DIM P$(42,62): DIM Q$(62,42)
50 DIM A(42): DIM B(42,31): DIM C(62): DIM D(62,21)
60 LET SizeX=0: LET SizeY=0: LET UnKnown=0: LET NeObrab=0: LET ErrCode=0: LET OldData=0
70 LET u$="??????????????????????????????????????????????????????????????"
75 IF PEEK 23730+256*PEEK 23731={{ramtop_with_code}} THEN GO SUB 3510: REM machine code: our variables first
80 LET c$={{text.credit}}

130 BORDER 0: PAPER 0: INK 7: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS : LET n=PEEK 23613+256*PEEK 23614: IF PEEK (n+3)<>62 THEN POKE n+2,130: POKE n+3,0: POKE n+4,1: RETURN
135 GO SUB 4010
140 PRINT {{own}}c$''{{text.title}}''{{text.menu_new}}'{{text.menu_old}}'{{text.menu_picture}}'{{text.menu_view}}'{{text.menu_exit}}{{own_items}}'{{text.menu_save}}'{{text.menu_load}}{{rom}}
160 LET k$=INKEY$: IF k$="1" THEN GO TO 210
170 IF k$="2" AND OldData THEN GO TO 700
180 IF k$="3" THEN GO TO 750
190 IF k$="4" AND OldData THEN GO TO 1090
196 IF k$="7" AND OldData THEN GO TO 4410
198 IF k$="8" THEN GO TO 4510
200 IF k$<>"5" THEN GO TO 160
205 CLEAR : STOP

210 REM Enter a crossword
215 CLS : LET OldData=0: LET m=0: FOR i=1 TO 42: LET A(i)=0: NEXT i: FOR i=1 TO 62: LET C(i)=0: NEXT i
220 CLS : GO SUB 1240: LET r=0: LET t=0: LET n=m: IF NOT m OR w<>SizeX OR h<>SizeY THEN LET m=1
225 LET SizeX=w: LET SizeY=h: IF n THEN FOR k=1 TO w+h: GO SUB 3860: LET o=0: GO SUB 4310: NEXT k
230 PRINT '{{own}}{{text.row_heading}}{{rom}}'': LET k=1
# k is the line at hand, rows and columns counted through; m the first that has not been entered yet; o the sum of the
# groups that were in line k before, s that of those that are typed; r that of all rows, t of all columns
250 GO SUB 3860: LET i$={{text.row_prompt(STR$ k)}}: IF k>SizeY THEN LET i$={{text.column_prompt(STR$ x)}}
260 LET i$=i$+CHR$ 6: GO SUB 4105: IF k>SizeY THEN GO TO 580
360 LET LenLine=SizeX: GO SUB 4200: GO TO 590
580 LET LenLine=SizeY: GO SUB 4200
590 IF ErrCode THEN GO SUB 4160: GO TO 250
600 IF g THEN GO TO 4170
610 GO SUB 4310: GO SUB 3790: POKE 23692,255: GO SUB 3880
620 LET k=k+1: IF k>m THEN LET m=k
630 IF k=SizeY+1 THEN PRINT '{{own}}{{text.column_heading}}{{rom}}''
650 IF k<=SizeX+SizeY THEN GO TO 250
660 POKE 23692,255: GO SUB 4010: PRINT : IF r=t THEN GO TO 690
670 PRINT {{own}}{{text.check_sum}}'{{text.row_heading}}{{rom}};r'{{own}}{{text.column_heading}}{{rom}};t: PAUSE 0: LET k=k-1: GO TO 250
690 LET OldData=1: PRINT {{own}}{{text.any_key}}{{rom}}: PAUSE 0

700 REM Solve and report
710 GO SUB 1330: IF ErrCode THEN GO TO 130
720 LET i$={{text.solved}}: GO SUB 4100
725 CLS : PRINT {{own}}{{text.time}}{{rom}};INT (t/60);":";t-60*INT (t/60)
730 GO SUB 4010: PRINT '{{own}}{{text.any_key}}{{rom}}: PAUSE 0: GO TO 130

740 REM Test picture
750 LET m=0: CLS : GO SUB 1240: LET i$={{text.picture_name}}
760 GO SUB 4100: IF a$=CHR$ 10 THEN GO TO 760
770 CLS : LET c=16384: LET v=6912: GO SUB 4130
780 IF z<>255 THEN GO TO 4520
790 IF n<>2048 AND n<>6912 THEN LET i$={{text.wrong_size(STR$ n)}}: GO SUB 4100: GO TO 130: REM next, each square: s$(1) is what a reset pixel means, s$(2) a set one
810 INK 8: PAPER 8: BRIGHT 8: FLASH 8: OVER 1
820 FOR r=0 TO INT ((h-1)/8): FOR c=0 TO INT ((w-1)/8)
830 LET v=ATTR (r,c): LET n=INT (v/8): LET v=v-8*n: LET n=n-8*INT (n/8)
840 LET s$="01": IF v>n THEN LET s$="10"
850 IF v=n THEN LET s$="00": IF v<4 THEN LET s$="11"
860 FOR y=8*r+1 TO 8*r+8: IF y>h THEN GO TO 900
870 FOR x=8*c+1 TO 8*c+8: IF x>w THEN GO TO 890
880 LET P$(y,x)=s$(1+POINT (x-1,176-y)): LET Q$(x,y)=P$(y,x): PLOT x-1,176-y: NEXT x
890 NEXT y
900 NEXT c: NEXT r
910 INK 7: PAPER 0: BRIGHT 0: FLASH 0: OVER 0: CLS
920 LET OldData=0: LET SizeX=w: LET SizeY=h: LET k=0: GO SUB 1010
930 FOR k=1 TO w+h: IF k<=h THEN LET LenLine=w: LET G$=P$(k)
940 IF k>h THEN LET LenLine=h: LET G$=Q$(k-h)
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
1100 CLS : LET a$={{text.row_heading}}: GO SUB 4040: GO SUB 4040: FOR k=1 TO SizeX+SizeY
1110 IF k=SizeY+1 THEN GO SUB 4040: LET a$={{text.column_heading}}: GO SUB 4040: GO SUB 4040
1120 GO SUB 3880: NEXT k
1130 GO SUB 4040: GO SUB 4010: LET a$={{text.any_key}}: GO SUB 4040: PAUSE 0: GO TO 130

1230 REM Ask for the sizes: w columns, h rows
1240 LET t$=STR$ SizeX AND m: LET n=62: LET i$={{text.width_prompt}}: GO SUB 1290: IF ErrCode THEN GO TO 1240
1250 IF g THEN GO TO 130
1255 LET w=s: PRINT {{own}}{{text.width}}{{rom}};w
1260 LET t$=STR$ SizeY AND m: LET n=42: LET i$={{text.height_prompt}}: GO SUB 1290: IF ErrCode THEN GO TO 1260
1270 IF g THEN GO TO 1240
1275 LET h=s: PRINT {{own}}{{text.height}}{{rom}};h: RETURN
1290 GO SUB 4105: LET LenLine=999: GO SUB 4200: IF g=60 AND NOT ErrCode THEN RETURN
1300 IF ErrCode OR g OR q<>1 THEN GO TO 4160
1310 IF s AND s<=n THEN RETURN
1315 LET i$={{text.size_range(STR$ n)}}: GO TO 4165

1320 REM Solving: the screen
1330 CLS : LET ErrCode=0: LET UnKnown=SizeX*SizeY: LET NeObrab=SizeX+SizeY
1340 FOR i=0 TO 7: POKE USR "a"+i,187*(i<>1 AND i<>5): NEXT i
1350 LET n=1+INT ((4*SizeX+4)/8): FOR y=0 TO INT ((4*SizeY+4)/8): FOR x=1 TO n: PRINT AT y,x-1;"\a";: NEXT x: NEXT y
1360 INVERSE 1: LET v=4*SizeX: LET n=4*SizeY: LET w=8*INT ((v+4)/8)+7: LET h=8*INT ((n+4)/8)+7
1370 FOR x=0 TO 5: PLOT x,175: DRAW 0,-h: NEXT x: FOR x=v+5 TO w: PLOT x,175: DRAW 0,-h: NEXT x
1380 FOR y=170 TO 175: PLOT 0,y: DRAW w,0: NEXT y: FOR y=175-h TO 170-n: PLOT 0,y: DRAW w,0: NEXT y
1390 INVERSE 0: PLOT 4,171: DRAW v+2,0: DRAW 0,-n-2: DRAW -v-2,0: DRAW 0,n+2
1400 FOR y=1 TO SizeY: LET P$(y)=u$: LET E(y)=2: PLOT 0,172-4*y: NEXT y
1410 FOR x=1 TO SizeX: LET Q$(x)=u$: LET F(x)=2: PLOT 4*x+3,175: NEXT x
1420 POKE 23672,0: POKE 23673,0: POKE 23674,0

1530 REM Rows
1540 FOR y=1 TO SizeY: IF E(y) THEN GO SUB 1560
1550 NEXT y: GO TO 1730
1560 LET v=172-4*y: PLOT 0,v: DRAW 1,0: DRAW 0,-1: DRAW -1,0
1570 LET LenLine=SizeX: LET G$=P$(y): LET First=E(y)=2: LET DataNLine=A(y): FOR i=1 TO DataNLine: LET H(i)=B(y,i): NEXT i
1580 GO SUB 2190: IF ErrLine THEN LET y=SizeY: LET ErrCode=1: RETURN
1590 LET n=PEEK {{changed_count}}: IF NOT n THEN GO TO 1640
1600 LET P$(y)=G$: LET UnKnown=UnKnown-n
1610 FOR i=1 TO n: LET x=PEEK ({{before_changed}}+i): LET Q$(x,y)=G$(x): GO SUB 2140
1620 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: PLOT 4*x+3,175
1630 NEXT i
1640 LET E(y)=0: LET NeObrab=NeObrab-1: LET v=172-4*y: INVERSE 1: PLOT 0,v: DRAW 1,0: DRAW 0,-1: DRAW -1,0: INVERSE 0: RETURN

1730 IF ErrCode THEN GO TO 2100
1740 REM Columns
1750 FOR x=1 TO SizeX: IF F(x) THEN GO SUB 1790
1760 NEXT x: IF ErrCode THEN GO TO 2100
1770 IF NeObrab THEN GO TO 1540
1780 IF UnKnown THEN GO TO 1950
1785 GO TO 2080
1790 LET v=4*x+3: PLOT v,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0
1800 LET LenLine=SizeY: LET G$=Q$(x): LET First=(F(x)=2 AND Q$(x)=u$( TO 42)): LET DataNLine=C(x): FOR i=1 TO DataNLine: LET H(i)=D(x,i): NEXT i
1810 GO SUB 2190: IF ErrLine THEN LET x=SizeX: LET ErrCode=1: RETURN
1820 LET n=PEEK {{changed_count}}: IF NOT n THEN GO TO 1870
1830 LET Q$(x)=G$: LET UnKnown=UnKnown-n
1840 FOR i=1 TO n: LET y=PEEK ({{before_changed}}+i): LET P$(y,x)=G$(y): GO SUB 2140
1850 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: PLOT 0,172-4*y
1860 NEXT i
1870 LET F(x)=0: LET NeObrab=NeObrab-1: LET v=4*x+3: INVERSE 1: PLOT v,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0: INVERSE 0: RETURN

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
2060 GO TO 1540

2070 REM The time in seconds, solved or not
2080 LET t=FN t(): LET v=FN t(): IF v>t THEN LET t=v
2090 LET t=INT (t/50): RETURN
2100 LET i$={{text.incorrect}}: GO SUB 4100: RETURN

2130 REM Draw cell (x,y)
2140 INVERSE 1: IF P$(y,x)="0" THEN PLOT 4*x+3,172-4*y: INVERSE 0: RETURN
2150 PLOT 4*x+2,173-4*y: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1: DRAW 1,0: INVERSE 0: RETURN

3680 REM Print a rule every five lines
3690 IF i<>5*INT (i/5) THEN RETURN
3700 LET a$="_______________________________": GO TO 4040

3730 REM Line k: q groups from the data to H()
3740 LET x=k-SizeY: IF x>0 THEN GO TO 3760
3750 LET q=A(k): FOR i=1 TO q: LET H(i)=B(k,i): NEXT i: RETURN
3760 LET q=C(x): FOR i=1 TO q: LET H(i)=D(x,i): NEXT i: RETURN
3780 REM and back
3790 LET x=k-SizeY: IF x>0 THEN GO TO 3810
3800 LET A(k)=q: FOR i=1 TO q: LET B(k,i)=H(i): NEXT i: RETURN
3810 LET C(x)=q: FOR i=1 TO q: LET D(x,i)=H(i): NEXT i: RETURN
3850 REM as a text in t$, with their sum s
3860 GO SUB 3740: LET s=0: LET t$="": FOR i=1 TO q: LET s=s+H(i): LET t$=t$+","+STR$ H(i): NEXT i: LET t$=t$(2 TO ): LET o=s: RETURN
3870 REM on the screen
3880 GO SUB 3860: LET i=k: LET a$={{text.row}}: IF x>0 THEN LET i=x: LET a$={{text.column}}
3890 LET a$=a$+STR$ i+": "+t$: GO SUB 4040: GO TO 3690

4000 REM Wait until no key is down, and forget the last one
4010 IF INKEY$<>"" THEN GO TO 4010
4020 PAUSE 1: RETURN

4030 REM Print a$ row by row, and leave it empty; where the ROM would ask scroll?, so does 4060
4040 IF PEEK 23689=2 AND PEEK 23692=1 THEN GO SUB 4060
4045 LET v=LEN a$: IF v>32 THEN LET v=32
4050 PRINT {{own}}a$( TO v){{rom}}: LET a$=a$(v+1 TO ): IF a$="" THEN RETURN
4055 GO TO 4040
4060 GO SUB 4010: PRINT #0;AT 1,0;{{own}}{{text.scroll}}{{rom}}: PAUSE 0: LET v=PEEK 23560: IF v=32 OR v=78 OR v=110 OR v=226 THEN GO TO 130
4065 INPUT "": POKE 23692,23: RETURN

4090 REM INPUT a$, asking i$; 4105 has t$ typed at first. a$ is CHR$ 10 where an error has ended it
4100 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}}; LINE a$
4102 RETURN
4105 LET a$=CHR$ 10: LET t$=t$+CHR$ 13: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}};(""AND t$=STR$ USR {{type_text}}); LINE a$
4110 RETURN

4120 REM LOAD a$ to c, v bytes at most; z is 255 or the report, n the length that its header tells
4130 LET z=0: IF USR {{guard}} THEN LOAD a$CODE c,v
4140 LET z=PEEK {{guard_report}}: LET n=PEEK 23649+256*PEEK 23650+28: LET n=PEEK n+256*PEEK (n+1)
4150 IF INKEY$<>"" THEN GO TO 4150
4155 RETURN
4160 LET i$={{text.incorrect_entry}}
4165 GO SUB 4100: LET ErrCode=1: RETURN
4170 IF g=62 THEN LET k=m: GO TO 630
4175 LET k=k-s-NOT s: IF k<1 THEN GO TO 220
4180 GO TO 650

# g is the code of the sign < or >, and s the number behind it; a lone 0 is no group, but a size (LenLine is 999); z: a blank has ended a group, so that a comma may follow
4190 REM Groups from a$ to H(), q of them: ErrCode if they are none or exceed LenLine
4200 LET s=0: LET q=0: LET v=-1: LET g=0: LET z=0: LET ErrCode=0: IF LEN a$>255 THEN GO TO 4235
4205 LET a$=a$+","
4210 FOR i=1 TO LEN a$: LET c=CODE a$(i): IF c=44 OR c=32 THEN GO TO 4240
4220 IF c=60 OR c=62 THEN LET g=c: LET s=0: LET q=0: LET z=0: LET v=-1: GO TO 4260
4230 LET v=c-48+10*v*(v>0): IF c>47 AND c<58 AND v<1000 THEN GO TO 4260
4235 LET ErrCode=1: RETURN
4240 IF v<0 THEN GO TO 4250
4245 LET q=q+1: IF q>31 THEN GO TO 4235
4247 LET H(q)=v: LET s=s+v: LET v=-1: LET z=c=32: GO TO 4260
4250 IF c=32 OR z THEN LET z=z AND c=32: GO TO 4260
4255 LET ErrCode=q>0 OR i<LEN a$: RETURN
4260 NEXT i
4270 IF g THEN LET ErrCode=q>1: RETURN
4275 IF q=1 AND NOT s THEN LET q=LenLine=999: RETURN
4280 FOR i=1 TO q: IF H(i) THEN NEXT i: LET ErrCode=s+q-1>LenLine: RETURN
4290 GO TO 4235

4300 REM s in place of o in the sum of the rows r, of the columns t
4310 IF k>SizeY THEN LET t=t+s-o: RETURN
4320 LET r=r+s-o: RETURN

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
# The place of P$, once i is a variable of FOR: where FOR makes it one, what lies behind it moves
4600 CLS : LET i$={{text.data_name}}: GO SUB 4100: IF a$=CHR$ 10 THEN GO TO 130
4610 FOR i=1 TO 1: NEXT i: LET p=VAL (P$(1,1)+STR$ USR {{text_address}})(2 TO ): LET n=p: RETURN

# The next line of what was loaded: q groups in H(), s their sum, f 1 at the end of the last row or column
4650 REM The next line
4660 LET s=0: FOR q=1 TO 31: LET v=PEEK n: LET n=n+1: IF v<64 THEN LET H(q)=v+1: LET s=s+v+1: NEXT q: GO TO 4710
4670 LET f=v>127: LET v=v-64-128*f: IF v<0 OR n>e THEN GO TO 4710
4680 IF v=63 AND q=1 THEN LET q=0: RETURN
4690 LET H(q)=v+1: LET s=s+v+1: RETURN
4710 LET i$={{text.no_crossword}}: GO SUB 4100: GO TO 130
