# The analysis of one line in BASIC; with machine code, it runs once line 2195 has been taken out. docs/basic-analysis.md
# tells the idea and what each variable holds. `GO SUB 3510` must have been done once, best before the program makes any
# other variable; with machine code, 2197 does it when it is needed.

2190 REM Analyse one line
2200 LET ErrLine=0: LET n=0: LET a=0: LET u=0: LET m=DataNLine: LET l=LenLine: LET D$=G$( TO l)
2210 LET s=SizeY<35 AND l<32: IF s THEN PRINT AT 18,0;"G";D$( TO l);AT 20,0;"L";D$( TO l)
2220 IF First THEN IF m THEN GO TO 3300

# V$(c) is 0 where cell c is known white, M$(c+1) is 1 where it is known black
2230 REM What is known
2240 LET V$=O$: LET M$=Z$
2250 FOR c=1 TO l STEP 2: IF D$(c TO c+1)="??" THEN NEXT c: GO TO 2310
2260 IF D$(c)="0" THEN LET V$(c)="0"
2265 IF D$(c)="1" THEN LET M$(c+1)="1"
2270 IF D$(c+1)="0" THEN LET V$(c+1)="0"
2275 IF D$(c+1)="1" THEN LET M$(c+2)="1"
2280 NEXT c

# L(): each group as far left as it can be; e is the first cell free for group i. It goes past a white cell in the way;
# if a black cell is left uncovered, the group before must come up to it
2300 REM All groups left: L()
2310 LET i=1: LET p=1: LET e=1: LET t=0: IF NOT m THEN GO TO 2370
2320 LET h=H(i)
2325 IF p+h>l+1 THEN GO TO 3590
2330 IF V$(p TO p+h-1)<>O$( TO h) THEN GO TO 2390
2335 IF M$(e TO p)<>Z$(e TO p) THEN GO TO 2410
2340 IF s THEN PRINT AT 19,e;Z$(e TO p-1);O$( TO h)
2345 LET L(i)=p: LET T(i)=99: LET e=p+h+1: LET i=i+1: IF i>m THEN GO TO 2370
2350 LET p=e: IF i>t THEN GO TO 2320
2355 IF L(i)>p THEN LET p=L(i)
2360 GO TO 2320
2370 IF M$(e TO l+1)=Z$(e TO l+1) THEN GO TO 2470
2375 LET p=l+1: GO TO 2410
2380 REM A white cell in the way
2390 FOR b=p+h-1 TO p STEP -1: IF V$(b)="1" THEN NEXT b
2395 FOR p=b+1 TO l: IF V$(p)="0" THEN NEXT p: GO TO 3590
2400 GO TO 2325
2405 REM A black cell uncovered
2410 LET L(i)=p: IF i>t THEN LET t=i
2420 FOR b=p TO e STEP -1: IF M$(b)="0" THEN NEXT b
2430 LET i=i-1: IF NOT i THEN GO TO 3590
2440 LET h=H(i): LET p=b-h: LET e=1: IF i>1 THEN LET e=L(i-1)+H(i-1)+1
2450 GO TO 2325

2460 REM All groups right: T()
2470 IF V$( TO l)=M$(2 TO l+1) THEN GO TO 3600
2480 LET T(m+1)=l+2: LET R(m+1)=l+2: LET g=0: IF NOT m THEN GO TO 2710
2490 LET i=m: LET j=m: LET t=m+1: LET f=l+2: LET p=f-H(i)-1: GO SUB 2510: GO TO 2710

# Move group i to p, or left of it where it must. Group i+1 is at f; those before i make way. v is 1 if it can be
2500 REM Move group i left to p
2510 LET h=H(i)
2520 IF p<L(i) THEN LET v=0: RETURN
2530 IF V$(p TO p+h-1)<>O$( TO h) THEN GO TO 2610
2540 IF M$(p+h+1 TO f)<>Z$(p+h+1 TO f) THEN GO TO 2640
2545 IF s THEN PRINT AT 19,p;INVERSE i=g;O$( TO h);INVERSE 0;Z$(p+h TO f-1-(i=m))
2550 LET T(i)=p: LET f=p: LET i=i-1: IF NOT i THEN GO TO 2580
2560 LET p=f-H(i)-1: IF T(i)>p THEN GO TO 2510
2565 IF i>=t THEN LET p=T(i): GO TO 2510
2570 LET i=i+1: LET v=1: RETURN
2580 IF M$( TO f)=Z$( TO f) THEN LET i=1: LET v=1: RETURN
2590 LET p=0: LET h=0: GO TO 2650
2600 REM A white cell in the way
2610 FOR b=p TO p+h-1: IF V$(b)="1" THEN NEXT b
2615 FOR p=b-1 TO 1 STEP -1: IF V$(p)="0" THEN NEXT p: LET v=0: RETURN
2620 LET p=p-h+1: GO TO 2520
2630 REM A black cell uncovered
2640 LET T(i)=p: IF i<t THEN LET t=i
2650 FOR b=p+h+1 TO f: IF M$(b)="0" THEN NEXT b
2660 LET i=i+1: IF i>m THEN LET v=0: RETURN
2670 LET p=b-1: LET f=T(i+1): IF i>j THEN LET j=i
2680 GO TO 2510

# What follows from L() and R() alone. F$(i) is 1 if nothing known hinders group i between the two
2700 REM What L() and R() tell
2710 LET F$=Z$: LET e=1: LET f=1
2720 FOR i=1 TO m: LET h=H(i): LET p=L(i): LET q=p+h-1: LET r=T(i): LET R(i)=r
2730 IF D$(f TO p-1)<>Z$(f TO p-1) THEN LET D$(f TO p-1)=Z$: LET z=p-1: IF NOT a THEN LET a=f
2740 LET f=r+h: IF D$(r TO q)<>O$(r TO q) THEN LET D$(r TO q)=O$: LET z=q: IF NOT a THEN LET a=r
2750 IF p=r THEN GO TO 2780
2760 IF V$(p TO f-1)=O$(p TO f-1) THEN IF M$(e+1 TO r)=Z$(e+1 TO r) THEN IF M$(q+2 TO T(i+1))=Z$(q+2 TO T(i+1)) THEN LET F$(i)="1": GO TO 2780
2770 LET u=f-1: IF NOT g THEN LET g=i
2780 LET e=q+1: NEXT i
2790 IF D$(f TO l)<>Z$(f TO l) THEN LET D$(f TO l)=Z$: LET z=l: IF NOT a THEN LET a=f
2800 IF s THEN IF a THEN PRINT AT 20,a;D$(a TO z)
2810 IF u THEN GO SUB 2910

# The new cells lie from a to z
2820 REM What is new
2830 IF NOT a THEN GO TO 3600
2840 FOR c=a TO z: IF G$(c)=D$(c) THEN NEXT c: GO TO 2860
2850 LET n=n+1: POKE {{before_changed}}+n,c: NEXT c
2860 LET G$( TO l)=D$: GO TO 3600

# B$(c), W$(c): 1 where an arrangement is known that has cell c black, white
2900 REM Colours seen
2910 LET B$=Z$: LET W$=Z$: LET X$=Z$: LET e=1: LET f=1
2920 FOR i=1 TO m: LET h=H(i): LET p=L(i): LET q=p+h: LET r=R(i)
2930 IF F$(i)="1" THEN LET B$(p TO r+h-1)=O$: LET W$(e TO r-1)=O$: LET W$(q TO R(i+1)-1)=O$
2940 LET B$(p TO q-1)=O$: LET W$(e TO p-1)=O$: LET W$(f TO r-1)=O$
2950 LET e=q: LET f=r+h: LET B$(r TO f-1)=O$: LET X$(r TO f-1)=O$: NEXT i
2960 LET W$(e TO l)=O$: LET W$(f TO l)=O$

# Try the other colour in each cell that was seen in one only; g is the group to be moved
3000 REM Try the other colour
3010 FOR c=L(g) TO u: IF B$(c)=W$(c) THEN NEXT c: RETURN
3020 IF D$(c)<>"?" THEN NEXT c: RETURN
3030 IF R(g)+H(g)<=c THEN LET g=g+1: GO TO 3030
3040 IF s THEN PRINT AT 19,1;X$( TO l)
3050 LET i=g: LET j=g: LET t=m+1: LET f=R(g+1)
3060 IF W$(c)="0" THEN LET V$(c)="0": LET p=c-H(g): GO SUB 2510: LET V$(c)="1": GO TO 3080
3070 LET M$(c+1)="1": LET p=c: GO SUB 2510: LET M$(c+1)="0"
3080 IF NOT v THEN GO TO 3190
# Group g may then go right as far as nothing is known
3090 REM It can be
3100 LET p=T(g): LET h=H(g): LET q=p+h: IF M$(p+1 TO q)<>Z$(p+1 TO q) THEN GO TO 3140
3110 LET f=T(g+1)-2
3120 FOR q=q TO f: IF D$(q)="?" THEN NEXT q
3130 LET B$(p TO q-1)=O$: LET W$(p TO q-1-h)=O$
3140 LET e=1: IF i>1 THEN LET e=R(i-1)+H(i-1)
3150 FOR i=i TO j: LET p=T(i): LET W$(e TO p-1)=O$: LET e=p+H(i): LET B$(p TO e-1)=O$: LET T(i)=R(i): NEXT i
3160 LET W$(e TO R(j+1)-1)=O$: NEXT c: RETURN
# So the cell has the colour it was seen in
3180 REM It cannot be
3190 FOR i=1 TO j: LET T(i)=R(i): NEXT i
3200 LET D$(c)=B$(c): IF NOT a THEN LET a=c: LET z=c
3210 IF c<a THEN LET a=c
3220 IF c>z THEN LET z=c
3230 IF s THEN PRINT AT 20,c;D$(c)
3240 NEXT c: RETURN

# q cells are left over; what a group has beyond q is black
3290 REM The first look
3300 LET p=1: LET q=l+1: FOR i=1 TO m: LET q=q-H(i)-1: NEXT i
3310 IF q<0 THEN GO TO 3590
3320 IF NOT q THEN LET D$( TO l)=Z$: LET a=1: LET z=l
3330 FOR i=1 TO m: LET h=H(i): IF h<=q THEN GO TO 3360
3340 LET D$(p+q TO p+h-1)=O$: IF NOT a THEN LET a=p+q
3350 IF q THEN LET z=p+h-1
3360 LET p=p+h+1: NEXT i: GO TO 2830

# Make the variables of this part, once; those used most come first, where BASIC finds them soonest
3500 REM Make the variables
3510 FOR p=1 TO 1: NEXT p: FOR c=1 TO 1: NEXT c: FOR i=1 TO 1
3511 NEXT i: LET h=0: DIM D$(64): LET f=0: LET e=0: DIM O$(64)
3512 DIM V$(64): DIM Z$(64)
3520 FOR q=1 TO 1: NEXT q: DIM M$(64): LET r=0: LET l=0
3521 FOR b=1 TO 1: NEXT b: DIM T(32): LET m=0: DIM W$(64)
3522 LET g=0: DIM L(32): LET s=0: DIM B$(64)
3530 DIM R(32): LET n=0: LET t=0: LET a=0: LET j=0: DIM F$(64)
3531 DIM X$(64): LET z=0: LET u=0: LET v=0
3540 FOR c=1 TO 64: LET O$(c)="1": LET Z$(c)="0": NEXT c
3560 LET o=1: RETURN

3580 REM No arrangement fits
3590 LET ErrLine=1
3600 POKE {{changed_count}},n: IF s THEN PRINT AT 18,0,,,,,,;
3610 RETURN
