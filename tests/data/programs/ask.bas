10 DIM h(3): INPUT "Name? ";n$
20 LET lamp=0: PRINT AT 0,0;"HELLO ";n$
30 LET k$=INKEY$: IF k$="" THEN GO TO 30
40 IF k$="l" THEN LET lamp=1-lamp: LET h(2)=h(2)+.5: PRINT AT 2,0;"LAMP ";lamp
50 IF k$="q" THEN PRINT AT 4,0;"BYE": STOP
60 IF k$="x" THEN PRINT scor
70 IF INKEY$="" THEN GO TO 30
80 GO TO 70
