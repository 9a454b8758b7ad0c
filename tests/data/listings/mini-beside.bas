10 REM A small program with the screens of the specification. It takes pictures of 2,048 bytes from a TR-DOS disk
20 DIM g$(62): DIM h(31): DIM a(42): DIM b(42,31): DIM c(62): DIM d(62,21): DIM p$(42,62): DIM e(42): DIM f(62)
30 LET OldData=0: LET First=0: LET LenLine=0: LET DataNLine=0: LET ErrLine=0: LET SizeX=0: LET SizeY=0: LET u$="______________________________________________________________"
40 DEF FN m(x,y)=(x+y+ABS (x-y))/2: DEF FN t()=PEEK 23672+256*PEEK 23673+65536*PEEK 23674
130 BORDER 0: PAPER 0: INK 7: CLS : PRINT "A small program, for comparison"''"Japanese Crosswords"''"1 - Resolve new crossword"'"2 - Resolve old crossword"'"3 - Test picture"'"4 - View data"'"5 - Exit"
140 LET k$=INKEY$: IF k$="" THEN GO TO 140
150 IF k$="1" THEN GO TO 210
160 IF k$="2" AND OldData THEN GO TO 700
170 IF k$="3" THEN GO TO 740
180 IF k$="4" AND OldData THEN GO TO 1090
190 IF k$="5" THEN CLEAR : STOP
200 GO TO 140
210 REM A new crossword
220 LET OldData=0: GO SUB 1230: PRINT '"Horisontal lines:"'': LET sum=0
230 FOR y=1 TO SizeY: LET l=SizeX
240 INPUT ("Horisontal line "+STR$ y+":"),a$: GO SUB 3000: IF bad THEN INPUT "Incorrect data!";k$: GO TO 240
250 LET a(y)=n*SGN s: LET sum=sum+s: FOR i=1 TO n: LET b(y,i)=h(i): NEXT i: LET z=y: GO SUB 3100: NEXT y
260 PRINT '"Vertical lines:"'': FOR x=1 TO SizeX: LET l=SizeY
270 INPUT ("Vertical line "+STR$ x+":"),a$: GO SUB 3000: IF bad THEN INPUT "Incorrect data!";k$: GO TO 270
280 LET c(x)=n*SGN s: LET sum=sum-s: FOR i=1 TO n: LET d(x,i)=h(i): NEXT i: LET z=x: GO SUB 3100: NEXT x
290 POKE 23692,255: PRINT : IF sum THEN PRINT "Check sum error!": PAUSE 0: GO TO 130
300 LET OldData=1: PRINT "Press any key...": PAUSE 0
700 REM Solve, then report
710 GO SUB 1320: IF ErrCode THEN GO TO 130
720 LET t=FN m(FN t(),FN t()): INPUT "Press ENTER to continue...";k$: CLS : LET t=INT (t/50): PRINT "Time: ";INT (t/60);":";t-60*INT (t/60): PRINT '"Press any key...": PAUSE 0: GO TO 130
740 REM Test picture
750 LET OldData=0: GO SUB 1230: INPUT "Screen name: ";n$: CLS
760 RANDOMIZE USR 15619: REM : LOAD n$ CODE 16384,2048
770 OVER 1: FOR y=1 TO SizeY: FOR x=1 TO SizeX: LET p$(y,x)=CHR$ (49-POINT (x-1,176-y)): PLOT x-1,176-y: NEXT x: NEXT y: OVER 0
780 CLS : LET z=0: GO SUB 900: FOR y=1 TO SizeY: LET n=0: LET s=0: FOR x=1 TO SizeX: LET k$=p$(y,x): GO SUB 880: NEXT x: LET k$="0": GO SUB 880
790 LET a(y)=n: FOR i=1 TO n: LET b(y,i)=h(i): NEXT i: GO SUB 890: NEXT y
800 FOR x=1 TO SizeX: LET n=0: LET s=0: FOR y=1 TO SizeY: LET k$=p$(y,x): GO SUB 880: NEXT y: LET k$="0": GO SUB 880
810 LET c(x)=n: FOR i=1 TO n: LET d(x,i)=h(i): NEXT i: GO SUB 890: NEXT x: LET OldData=1: GO TO 700
880 IF k$="1" THEN LET s=s+1: RETURN
885 IF s THEN LET n=n+1: LET h(n)=s: LET s=0
888 RETURN
890 LET z=z+1
900 PRINT AT 0,0;"Making data: ";INT (100*z/(SizeX+SizeY));"%": RETURN
1090 REM View data
1100 CLS : PRINT "Horisontal lines:"'': FOR y=1 TO SizeY: LET n=a(y): FOR i=1 TO n: LET h(i)=b(y,i): NEXT i: LET z=y: GO SUB 3110: NEXT y
1110 PRINT '"Vertical lines:"'': FOR x=1 TO SizeX: LET n=c(x): FOR i=1 TO n: LET h(i)=d(x,i): NEXT i: LET z=x: GO SUB 3110: NEXT x
1120 PRINT '"Press any key...": PAUSE 0: GO TO 130
1230 REM The sizes
1240 CLS
1250 INPUT "X size (1-62): ";SizeX: IF SizeX<1 OR SizeX>62 THEN GO TO 1250
1260 LET SizeX=INT SizeX: PRINT "X size:";SizeX
1270 INPUT "Y size (1-42): ";SizeY: IF SizeY<1 OR SizeY>42 THEN GO TO 1270
1280 LET SizeY=INT SizeY: PRINT "Y size:";SizeY: RETURN
1320 REM Solving
1330 CLS : LET ErrCode=0: LET UnKnown=SizeX*SizeY: LET NeObrab=SizeX+SizeY: PLOT 4,171: DRAW 4*SizeX+2,0: DRAW 0,-4*SizeY-2: DRAW -4*SizeX-2,0: DRAW 0,4*SizeY+2
1340 FOR y=1 TO SizeY: LET e(y)=2: PLOT 0,172-4*y: FOR i=0 TO 2: FOR x=1 TO SizeX: LET p$(y,x)="?": PLOT 4*x+2,173-4*y-i: DRAW 2,0: NEXT x: NEXT i: NEXT y
1350 FOR x=1 TO SizeX: LET f(x)=2: PLOT 4*x+3,175: NEXT x: POKE 23672,0: POKE 23673,0: POKE 23674,0
1530 FOR y=1 TO SizeY: IF NOT e(y) THEN GO TO 1620
1540 PLOT 0,172-4*y: DRAW 1,0: DRAW 0,-1: DRAW -1,0: LET LenLine=SizeX: LET DataNLine=a(y): FOR i=1 TO a(y): LET h(i)=b(y,i): NEXT i
1550 LET g$=p$(y): LET First=0: GO SUB 2190: IF ErrLine THEN GO TO 2100
1560 INVERSE 1: FOR x=1 TO SizeX: IF g$(x)=p$(y,x) THEN GO TO 1600
1570 LET p$(y,x)=g$(x): LET UnKnown=UnKnown-1: GO SUB 2130: IF f(x)=0 THEN LET f(x)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;4*x+3,175
1600 NEXT x: LET e(y)=0: LET NeObrab=NeObrab-1: PLOT 0,172-4*y: DRAW 1,0: DRAW 0,-1: DRAW -1,0: INVERSE 0: IF NOT UnKnown THEN RETURN
1620 NEXT y
1730 FOR x=1 TO SizeX: IF NOT f(x) THEN GO TO 1820
1740 PLOT 4*x+3,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0: LET LenLine=SizeY: LET DataNLine=c(x): FOR i=1 TO c(x): LET h(i)=d(x,i): NEXT i
1750 LET First=0: FOR y=1 TO SizeY: LET g$(y)=p$(y,x): NEXT y: GO SUB 2190: IF ErrLine THEN GO TO 2100
1760 INVERSE 1: FOR y=1 TO SizeY: IF g$(y)=p$(y,x) THEN GO TO 1800
1770 LET p$(y,x)=g$(y): LET UnKnown=UnKnown-1: GO SUB 2130: IF e(y)=0 THEN LET e(y)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;0,172-4*y
1800 NEXT y: LET f(x)=0: LET NeObrab=NeObrab-1: PLOT 4*x+3,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0: INVERSE 0: IF NOT UnKnown THEN RETURN
1820 NEXT x: IF NeObrab THEN GO TO 1530
1950 INPUT "Many variants! Continue? ";a$: LET ErrCode=2: IF a$<>"y" AND a$<>"Y" THEN RETURN
1960 LET ErrCode=0: INPUT "(B)lack or (W)hite? ";a$: FOR y=1 TO SizeY: FOR x=1 TO SizeX: IF p$(y,x)<>"?" THEN NEXT x: NEXT y
1970 LET p$(y,x)="1": IF a$="w" OR a$="W" THEN LET p$(y,x)="0"
1980 LET UnKnown=UnKnown-1: INVERSE 1: GO SUB 2130: INVERSE 0: IF e(y)=0 THEN LET e(y)=1: LET NeObrab=NeObrab+1: PLOT 0,172-4*y
1990 IF f(x)=0 THEN LET f(x)=1: LET NeObrab=NeObrab+1: PLOT 4*x+3,175
2000 GO TO 1530
2100 INPUT "Incorrect data! Press ENTER.";k$: LET ErrCode=1: RETURN
2130 REM A cell
2140 IF p$(y,x)="0" THEN PLOT 4*x+3,172-4*y: RETURN
2150 FOR i=0 TO 2: PLOT 4*x+2,173-4*y-i: DRAW 2,0: NEXT i: RETURN
2190 REM Here the code takes the line and tells what follows
2200 PRINT #0;"There is no analysis in BASIC here": STOP
3000 REM The lengths in a$ to h(): n of them, s in all; bad if they do not fit
3010 LET n=0: LET s=0: LET bad=0: LET q$="": LET t$=a$+","
3020 FOR i=1 TO LEN t$: IF t$(i)<>"," THEN LET q$=q$+t$(i): NEXT i: GO TO 3040
3030 IF q$<>"" THEN LET n=n+1: LET h(n)=VAL q$: LET s=s+h(n): LET q$=""
3035 NEXT i
3040 IF s+n-1>l THEN LET bad=1: RETURN
3060 RETURN
3100 POKE 23692,255
3110 PRINT "Line ";z;": ";: FOR i=1 TO n: PRINT h(i);: IF i<n THEN PRINT ",";
3120 NEXT i: PRINT
3130 IF z=5*INT (z/5) THEN PRINT u$( TO 31)
3140 RETURN
