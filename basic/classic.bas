# The classic edition, beside typing.bas: lines that take the place of those of crossword.bas, quicker but harder to
# read. The loops over marked lines stand ahead of all else, and draw marks and cells themselves: BASIC looks for a line
# from the first one on.
10 DEF FN t()=65536*PEEK 23674+256*PEEK 23673+PEEK 23672: GO TO 100: REM Japanese crosswords for the ZX Spectrum 48K

# 24 and 54 are BASIC's part where machine code leaves a line to it: once 2195 has been taken out. DRAW -2,-1 goes by
# (-1,-1): so two lines clear a mark
20 LET LenLine=SizeX: FOR y=1 TO SizeY: IF NOT E(y) THEN NEXT y: GO TO 40
22 LET v=172-4*y: PLOT 1,v: DRAW 0,-1: DRAW -1,0: LET G$=P$(y): LET DataNLine=A(y)
24 IF USR {{marked_row}} THEN LET First=E(y)=2: FOR i=1 TO DataNLine: LET H(i)=B(y,i): NEXT i: GO SUB 2190: LET v=172-4*y
26 IF ErrLine THEN GO TO 2100
28 LET n=PEEK {{changed_count}}: INVERSE 1: IF n THEN LET P$(y)=G$: LET UnKnown=UnKnown-n
30 FOR i=1 TO n: LET x=PEEK ({{before_changed}}+i): LET Q$(x,y)=G$(x): PLOT 4*x+3,v: IF G$(x)="1" THEN DRAW -1,1: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1
32 IF NOT F(x) THEN LET F(x)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;4*x+3,175
34 NEXT i: PLOT 0,v: DRAW 2,0: DRAW -2,-1: INVERSE 0: LET E(y)=0: LET NeObrab=NeObrab-1: NEXT y

# Once all is known, a line that is still marked is compared with its data and not analysed
40 IF NOT UnKnown THEN GO SUB 4800: IF NOT n THEN GO TO 2080
50 LET LenLine=SizeY: FOR x=1 TO SizeX: IF NOT F(x) THEN NEXT x: GO TO 70
52 LET v=4*x+3: PLOT v+1,175: DRAW 0,-1: DRAW -1,0: LET G$=Q$(x): LET DataNLine=C(x)
54 IF USR {{marked_column}} THEN LET First=(F(x)=2 AND Q$(x)=u$( TO 42)): FOR i=1 TO DataNLine: LET H(i)=D(x,i): NEXT i: GO SUB 2190: LET v=4*x+3
56 IF ErrLine THEN GO TO 2100
58 LET n=PEEK {{changed_count}}: INVERSE 1: IF n THEN LET Q$(x)=G$: LET UnKnown=UnKnown-n
60 FOR i=1 TO n: LET y=PEEK ({{before_changed}}+i): LET P$(y,x)=G$(y): PLOT v,172-4*y: IF G$(y)="1" THEN DRAW -1,1: DRAW 2,0: DRAW 0,-2: DRAW -2,0: DRAW 0,1
62 IF NOT E(y) THEN LET E(y)=1: LET NeObrab=NeObrab+1: PLOT INVERSE 0;0,172-4*y
64 NEXT i: PLOT v,175: DRAW 2,0: DRAW -2,-1: INVERSE 0: LET F(x)=0: LET NeObrab=NeObrab-1: NEXT x
70 IF UnKnown AND NeObrab THEN GO TO 20
71 IF UnKnown THEN GO TO 1960
72 GO SUB 4800: IF n THEN GO TO 20
73 GO TO 2080

# The analysis in BASIC has no variables until it is needed: o is 0 until 3510 has been done, by 2197. x, y and i are
# variables of FOR at once: where FOR makes one, all that lies behind it moves, which takes 0.1 s
106 FOR x=0 TO 0: NEXT x: FOR y=x TO x: NEXT y: FOR i=x TO x: NEXT i: LET n=0: LET v=0: LET DataNLine=0: LET LenLine=0: LET First=0: LET ErrLine=0: DIM G$(62): DIM H(31): DIM E(42): DIM F(62): DIM P$(42,62): DIM Q$(62,42): DIM B(42,31): DIM D(62,21): DIM A(42): DIM C(62)
112 LET m=0: LET w=0: LET h=0: LET k=0: LET SizeX=0: LET SizeY=0: LET UnKnown=0: LET NeObrab=0: LET ErrCode=0: LET OldData=0: LET o=0: LET u$="????????????????": LET u$=u$+u$+u$+u$: LET a$=""

1530 GO TO 20: REM Marked rows
1730 GO TO 40: REM Marked columns

2195 RANDOMIZE USR 62976: RETURN
2197 IF NOT o THEN GO SUB 3510

# All lines are compared (asm/solved.asm); w and h are the sizes again, whatever has been asked since
4800 LET w=SizeX: LET h=SizeY: LET n=USR {{lines_wrong}}: RETURN
