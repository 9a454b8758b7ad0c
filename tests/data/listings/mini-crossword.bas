10 REM Small crosswords. Lines 5 and 2195 and the code are to be added
20 LET m$="many variants are asked about": DIM z(3,4): FOR w=1 TO 3: LET z(w,w)=w*w: NEXT w
30 LET first=0: LET OldData=0: DIM h(31): LET c$="a;b": DIM v(2,2,2): LET LenLine=0
40 DIM e(42): DIM f(62): FOR j=1 TO 2: LET v(1,j,2)=.5: NEXT j: DIM g$(62)
50 DIM p$(42,62): DIM a(42): DIM c(62): LET Data N Line=0: LET t$="": DIM y$(2,3,4)
60 DEF FN m (x,y)=(x+y+ABS (x-y))/2: DEF FN t()=PEEK 23672+256*PEEK 23673+65536*PEEK 23674
130 BORDER 0: PAPER 0: INK 7: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS : PRINT " A small program, for tests"''"Japanese Crosswords"''"1 - Resolve new crossword"'"2 - Resolve old crossword"'"3 - Test picture"'"4 - View data"'"5 - Exit"
140 LET k$=INKEY$: IF k$="" THEN GO TO 140
150 IF k$="1" THEN GO TO 210
160 IF k$="2" AND OldData THEN GO TO 700
170 IF k$="5" THEN CLEAR : STOP
180 GO TO 140
210 CLS : LET OldData=0
220 INPUT "X size (1-62): ";SizeX: IF SizeX<1 OR SizeX>62 OR SizeX<>INT SizeX THEN GO TO 220
230 PRINT "X size:";SizeX
240 INPUT "Y size (1-42): ";SizeY: IF SizeY<1 OR SizeY>42 OR SizeY<>INT SizeY THEN GO TO 240
250 PRINT "Y size:";SizeY: DIM b(SizeY,INT ((SizeX+1)/2)): DIM d(SizeX,INT ((SizeY+1)/2)): LET sum=0
260 PRINT '"Horisontal lines:"''
270 FOR y=1 TO SizeY: LET LenLine=SizeX
280 INPUT "Horisontal line ";(y);":";a$: GO SUB 3000: IF bad THEN INPUT "Incorrect data!";k$: GO TO 280
290 LET a(y)=n: LET sum=sum+s: FOR i=1 TO n: LET b(y,i)=h(i): NEXT i: POKE 23692,255: PRINT "Line ";y;": ";a$: IF y=5*INT (y/5) THEN PRINT "_______________________________"
300 NEXT y: PRINT '"Vertical lines:"''
310 FOR x=1 TO SizeX: LET LenLine=SizeY
320 INPUT "Vertical line ";(x);":"; LINE a$: GO SUB 3000: IF bad THEN INPUT "Incorrect data!";k$: GO TO 320
330 LET c(x)=n: LET sum=sum-s: FOR i=1 TO n: LET d(x,i)=h(i): NEXT i: POKE 23692,255: PRINT "Line ";x;": ";a$: IF x=5*INT (x/5) THEN PRINT "_______________________________"
340 NEXT x: POKE 23692,255: PRINT : IF sum THEN PRINT "Check sum error!": PAUSE 0: GO TO 130
350 LET OldData=1: PRINT "Press any key...": PAUSE 0
700 REM Solving
710 CLS : LET UnKnown=SizeX*SizeY: LET NeObrab=SizeX+SizeY: PLOT 4,171: DRAW 4*SizeX+2,0: DRAW 0,-4*SizeY-2: DRAW -4*SizeX-2,0: DRAW 0,4*SizeY+2
720 FOR y=1 TO SizeY: LET e(y)=2: LET p$(y)="": PLOT 0,172-4*y: FOR x=1 TO SizeX: LET p$(y,x)="?": FOR i=0 TO 2: PLOT 4*x+2,173-4*y-i: DRAW 2,0: NEXT i: NEXT x: NEXT y
730 FOR x=1 TO SizeX: LET f(x)=2: PLOT 4*x+3,175: NEXT x
740 POKE 23672,0: POKE 23673,0: POKE 23674,0
750 FOR y=1 TO SizeY: IF NOT e(y) THEN GO TO 830
760 PLOT 0,172-4*y: DRAW 1,0: DRAW 0,-1: DRAW -1,0: LET LenLine=SizeX: LET DataNLine=a(y): FOR i=1 TO a(y): LET h(i)=b(y,i): NEXT i
770 LET g$=p$(y): LET first=(e(y)=2 AND g$( TO SizeX)=("??????????????????????????????????????????????????????????????")( TO SizeX)): GO SUB 2190
780 IF ErrLine THEN GO TO 1900
790 FOR x=1 TO SizeX: IF g$(x)=p$(y,x) THEN GO TO 820
800 LET p$(y,x)=g$(x): LET UnKnown=UnKnown-1: GO SUB 2130: IF f(x)=0 THEN LET f(x)=1: LET NeObrab=NeObrab+1: PLOT 4*x+3,175
820 NEXT x: LET e(y)=0: LET NeObrab=NeObrab-1: PLOT INVERSE 1;0,172-4*y: DRAW INVERSE 1;1,0: DRAW INVERSE 1;0,-1: DRAW INVERSE 1;-1,0
830 NEXT y
840 FOR x=1 TO SizeX: IF NOT f(x) THEN GO TO 920
850 PLOT 4*x+3,175: DRAW 1,0: DRAW 0,-1: DRAW -1,0: LET LenLine=SizeY: LET DataNLine=c(x): FOR i=1 TO c(x): LET h(i)=d(x,i): NEXT i
860 LET first=0: FOR y=1 TO SizeY: LET g$(y)=p$(y,x): NEXT y: GO SUB 2190: IF ErrLine THEN GO TO 1900
870 FOR y=1 TO SizeY: IF g$(y)=p$(y,x) THEN GO TO 900
880 LET p$(y,x)=g$(y): LET UnKnown=UnKnown-1: GO SUB 2130: IF e(y)=0 THEN LET e(y)=1: LET NeObrab=NeObrab+1: PLOT 0,172-4*y
900 NEXT y: LET f(x)=0: LET NeObrab=NeObrab-1: PLOT INVERSE 1;4*x+3,175: DRAW INVERSE 1;1,0: DRAW INVERSE 1;0,-1: DRAW INVERSE 1;-1,0
920 NEXT x: IF NeObrab THEN GO TO 750
930 IF UnKnown THEN GO TO 1950
940 LET t=FN m (FN t(),FN t()): INPUT "Press ENTER to continue...";k$: CLS : LET t=INT (t/50): PRINT "Time: ";INT (t/60);":";t-60*INT (t/60): PRINT '"Press any key...": PAUSE 0: GO TO 130
1900 INPUT "Incorrect data! Press ENTER."; LINE k$: GO TO 130
1950 INPUT "Many variants! Continue? ";a$: IF a$<>"y" AND a$<>"Y" THEN GO TO 130
1960 INPUT "(B)lack or (W)hite? ";a$: FOR y=1 TO SizeY: FOR x=1 TO SizeX: IF p$(y,x)<>"?" THEN NEXT x: NEXT y
1970 LET p$(y,x)="1": IF a$="w" OR a$="W" THEN LET p$(y,x)="0"
1980 LET UnKnown=UnKnown-1: GO SUB 2130: IF e(y)=0 THEN LET e(y)=1: LET NeObrab=NeObrab+1: PLOT 0,172-4*y
1990 IF f(x)=0 THEN LET f(x)=1: LET NeObrab=NeObrab+1: PLOT 4*x+3,175
2000 GO TO 750
2130 IF p$(y,x)="0" THEN PLOT INVERSE 1;4*x+3,172-4*y: RETURN
2140 FOR i=0 TO 2: PLOT INVERSE 1;4*x+2,173-4*y-i: DRAW INVERSE 1;2,0: NEXT i: RETURN
2190 REM Here the code takes the line g$ and tells what follows
2200 PRINT #0;"There is no analysis in BASIC here": STOP
3000 REM The lengths in a$ to h(): n of them, s in all; bad when they do not fit
3010 LET n=0: LET s=0: LET bad=0: LET a$=a$+",": LET q$=""
3020 FOR i=1 TO LEN a$: IF a$(i)<>"," THEN LET q$=q$+a$(i): NEXT i: GO TO 3040
3030 IF q$<>"" THEN LET n=n+1: LET h(n)=VAL q$: LET s=s+h(n): LET q$=""
3035 NEXT i
3040 LET a$=a$( TO LEN a$-1): IF n=1 AND s=0 THEN LET n=0
3050 LET bad=(s+n-1>LenLine): RETURN
