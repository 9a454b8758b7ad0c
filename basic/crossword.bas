3 IF PEEK {{guard}}<>42 THEN GO SUB 4310: RUN
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
140 PRINT {{own}}c$''{{text.title}}''{{text.menu_new}}'{{text.menu_old}}'{{text.menu_picture}}'{{text.menu_view}}'{{text.menu_exit}}{{rom}}
160 LET k$=INKEY$: IF k$="1" THEN GO TO 210
170 IF k$="2" AND OldData THEN GO TO 700
180 IF k$="3" THEN GO TO 750
190 IF k$="4" AND OldData THEN GO TO 1090
200 IF k$<>"5" THEN GO TO 160
205 CLEAR : STOP

210 REM Enter a crossword
220 CLS : LET OldData=0: GO SUB 1240: LET SizeX=w: LET SizeY=h
230 LET r=0: PRINT '{{own}}{{text.row_heading}}{{rom}}''
240 FOR y=1 TO SizeY
250 LET i$={{text.row_prompt(STR$ y)}}+CHR$ 6: GO SUB 4100
360 LET LenLine=SizeX: GO SUB 4200: IF ErrCode THEN GO SUB 4160: GO TO 250
370 LET A(y)=DataNLine: FOR i=1 TO DataNLine: LET B(y,i)=H(i): LET r=r+H(i): NEXT i
380 POKE 23692,255: GO SUB 3740
390 NEXT y
430 PRINT '{{own}}{{text.column_heading}}{{rom}}''
440 FOR x=1 TO SizeX
450 LET i$={{text.column_prompt(STR$ x)}}+CHR$ 6: GO SUB 4100
580 LET LenLine=SizeY: GO SUB 4200: IF ErrCode THEN GO SUB 4160: GO TO 450
590 LET C(x)=DataNLine: FOR i=1 TO DataNLine: LET D(x,i)=H(i): LET r=r-H(i): NEXT i
600 POKE 23692,255: GO SUB 3830
610 NEXT x
650 POKE 23692,255: GO SUB 4010: PRINT
660 IF r THEN PRINT {{own}}{{text.check_sum}}{{rom}}: PAUSE 0: GO TO 130
670 LET OldData=1: PRINT {{own}}{{text.any_key}}{{rom}}: PAUSE 0

700 REM Solve and report
710 GO SUB 1330: IF ErrCode THEN GO TO 130
720 LET i$={{text.solved}}: GO SUB 4100
725 CLS : LET v=t-60*INT (t/60): PRINT {{own}}{{text.time}}{{rom}};INT (t/60);":";"0" AND v<10;v
730 GO SUB 4010: PRINT '{{own}}{{text.any_key}}{{rom}}: PAUSE 0: GO TO 130

740 REM Test picture
750 CLS : GO SUB 1240: LET i$={{text.picture_name}}
760 GO SUB 4100: IF a$=CHR$ 10 THEN GO TO 760
770 CLS : GO SUB 4130
780 IF z<>255 THEN LET i$={{text.tape_error}}: GO SUB 4100: GO TO 130
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
920 LET OldData=0: LET SizeX=w: LET SizeY=h
930 LET LenLine=SizeX: FOR y=1 TO SizeY
940 LET G$=P$(y): GO SUB 1040: LET A(y)=DataNLine: FOR i=1 TO DataNLine: LET B(y,i)=H(i): NEXT i
950 PRINT AT 0,0;{{own}}{{text.making_data}}{{rom}};INT (100*y/(w+h));"%": NEXT y
960 LET LenLine=SizeY: FOR x=1 TO SizeX
970 LET G$=Q$(x): GO SUB 1040: LET C(x)=DataNLine: FOR i=1 TO DataNLine: LET D(x,i)=H(i): NEXT i
980 PRINT AT 0,0;{{own}}{{text.making_data}}{{rom}};INT (100*(h+x)/(w+h));"%": NEXT x
990 LET OldData=1: GO TO 710: REM next, the groups of G$
1040 LET DataNLine=0: LET v=0: FOR i=1 TO LenLine
1050 IF G$(i)="1" THEN LET v=v+1: NEXT i: GO TO 1080
1060 IF v THEN LET DataNLine=DataNLine+1: LET H(DataNLine)=v: LET v=0
1070 NEXT i
1080 IF v THEN LET DataNLine=DataNLine+1: LET H(DataNLine)=v
1085 RETURN

1090 REM View data
1100 CLS : PRINT {{own}}{{text.row_heading}}{{rom}}''
1110 FOR y=1 TO SizeY: LET v=4: GO SUB 4040: GO SUB 3740: NEXT y
1120 LET v=7: GO SUB 4040: PRINT '{{own}}{{text.column_heading}}{{rom}}''
1130 FOR x=1 TO SizeX: LET v=4: GO SUB 4040: GO SUB 3830: NEXT x
1140 LET v=2: GO SUB 4040: GO SUB 4010: PRINT '{{own}}{{text.any_key}}{{rom}}: PAUSE 0: GO TO 130

1230 REM Ask for the sizes: w columns, h rows
1240 LET i$={{text.width_prompt}}: GO SUB 1290: IF ErrCode OR s>62 THEN GO TO 1240
1250 LET w=s: PRINT {{own}}{{text.width}}{{rom}};w
1260 LET i$={{text.height_prompt}}: GO SUB 1290: IF ErrCode OR s>42 THEN GO TO 1260
1270 LET h=s: PRINT {{own}}{{text.height}}{{rom}};h: RETURN
1290 GO SUB 4100: LET LenLine=999: GO SUB 4200: IF ErrCode OR q<>1 THEN GO TO 4160
1310 LET ErrCode=(s=0): RETURN

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
3690 IF i=5*INT (i/5) THEN PRINT "_______________________________"
3700 RETURN

3730 REM Print the data of row y
3740 PRINT {{own}}{{text.row}}{{rom}};y;": ";: FOR i=1 TO A(y): PRINT B(y,i);: IF i<A(y) THEN PRINT ",";
3750 NEXT i: PRINT : LET i=y: GO TO 3690
3820 REM Print the data of column x
3830 PRINT {{own}}{{text.column}}{{rom}};x;": ";: FOR i=1 TO C(x): PRINT D(x,i);: IF i<C(x) THEN PRINT ",";
3840 NEXT i: PRINT : LET i=x: GO TO 3690

4000 REM Wait until no key is down, and forget the last one
4010 IF INKEY$<>"" THEN GO TO 4010
4020 PAUSE 1: RETURN

4030 REM A new page, when a key is pressed, unless v more lines fit on this one
4040 IF PEEK 23689>v+1 THEN RETURN
4050 GO SUB 4010: PRINT #0;AT 1,0;{{own}}{{text.scroll}}{{rom}}: PAUSE 0: CLS : RETURN

4090 REM INPUT a$, asking i$; a$ is CHR$ 10 where an error has ended it
4100 LET a$=CHR$ 10: IF USR {{guard}} THEN INPUT {{own_item}}(i$){{rom_item}}; LINE a$
4110 RETURN

4120 REM LOAD the picture a$; z is 255 or the report, n the length that its header tells
4130 LET z=0: IF USR {{guard}} THEN LOAD a$CODE 16384,6912
4140 LET z=PEEK {{guard_report}}: LET n=PEEK 23649+256*PEEK 23650+28: LET n=PEEK n+256*PEEK (n+1)
4150 IF INKEY$<>"" THEN GO TO 4150
4155 RETURN

4160 LET i$={{text.incorrect_entry}}: GO SUB 4100: LET ErrCode=1: RETURN

4190 REM Groups from a$ to H(), DataNLine: ErrCode if they are none or exceed LenLine
4200 LET DataNLine=0: LET s=0: LET q=0: LET v=-1: LET ErrCode=0: IF LEN a$>255 THEN GO TO 4235
4205 LET a$=a$+","
4210 FOR i=1 TO LEN a$: LET c=CODE a$(i): IF c=32 THEN GO TO 4260
4220 IF c=44 THEN GO TO 4240
4230 LET v=c-48+10*v*(v>0): IF c>47 AND c<58 AND v<1000 THEN GO TO 4260
4235 LET ErrCode=1: RETURN
4240 IF v<0 AND i=LEN a$ AND NOT q THEN RETURN
4245 LET q=q+1: IF v<0 OR q>31 THEN GO TO 4235
4250 LET H(q)=v: LET s=s+v: LET v=-1
4260 NEXT i
4270 LET DataNLine=q: IF q=1 AND NOT s THEN LET DataNLine=0: RETURN
4280 FOR i=1 TO q: IF H(i) THEN NEXT i: LET ErrCode=s+q-1>LenLine: RETURN
4290 GO TO 4235

4300 REM The code that catches the reports of INPUT and LOAD: two letters a byte, @ is 0, A is 1 and so on. 42 is its first
4310 LET i$="{{guard_letters}}"
4320 LET n={{guard}}: FOR i=1 TO LEN i$ STEP 2: POKE n,16*CODE i$(i)+CODE i$(i+1)-1088: LET n=n+1: NEXT i
4330 RETURN
