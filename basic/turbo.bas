# The turbo edition: these lines replace those of crossword.bas, where its solving (1320-2060) and drawing (2130-2150,
# 3615-3670) are left out. A name in double braces is an address: a symbol of asm/turbo.asm. See docs/turbo.md.
106 LET x=0: LET y=0: FOR i=x TO y: NEXT i: LET n=0: LET v=0: LET DataNLine=0: LET LenLine=0: LET ErrLine=0: LET g=0: DIM G$(62): DIM H(31): DIM P$(42,62): DIM Q$(62,42): DIM B(42,31): DIM D(62,21): DIM A(42): DIM C(62)
112 LET k=x: LET SizeX=0: LET SizeY=0: LET ErrCode=0: LET OldData=0: LET a$=""

142 PRINT {{text.menu_count}}
182 IF k$="6" AND OldData THEN GO TO 3930

# g: 0 for a crossword, 1 for a picture of which nobody has asked how many solutions there are, 2 for one whose
# solutions have been counted. v$ is what the report then says of them
700 LET g=0: REM Solve and report
720 LET i$={{text.solved}}: GO SUB 4100
726 IF g THEN PRINT '{{own}}v${{rom}}
990 LET OldData=1: LET g=1: LET v$={{text.unique}}: GO TO 710

1320 REM Solving: n is 0 solved, 1 incorrect data, 2 many variants, 3 stopped by BREAK
1330 CLS : LET ErrCode=0: LET n=USR {{solve}}: GO TO 1780
1530 REM Go on looking at rows, then columns
1540 LET n=USR {{go_on}}: GO TO 1780
1770 REM BREAK stops BASIC before it comes here; CONTINUE goes on with
1780 IF n=3 THEN GO TO 1540
1790 IF n=2 THEN GO TO 1950
1800 GO TO 2080+20*n

2070 REM The time in seconds
2080 LET t=USR {{seconds}}: RETURN

1950 REM Many variants
1955 LET i$="": IF g=1 THEN LET g=2: GO SUB 3960: LET n=USR {{count_on}}: GO SUB 3970: LET i$=v$+CHR$ 13
1960 LET i$=i$+{{text.many_variants}}: GO SUB 4100: IF a$="a" OR a$="A" THEN GO TO 2000
1965 IF a$<>"y" AND a$<>"Y" THEN LET ErrCode=2: RETURN
1970 LET i$={{text.which_colour}}: GO SUB 4100: LET n=(a$="b" OR a$="B")-(a$="w" OR a$="W"): IF NOT n THEN GO TO 1970
1980 IF n>0 THEN LET n=USR {{go_on_black}}: GO TO 1780
1990 LET n=USR {{go_on_white}}: GO TO 1780
2000 REM All by itself: by trying, up to the first solution
2010 GO SUB 3960: LET n=USR {{try_on}}: {{rom_letters}}IF n THEN GO TO 1780
2020 LET i$="": IF g THEN LET i$=v$+CHR$ 13
2030 LET v$=i$+{{text.solved_by_trying}}: LET g=2: GO TO 1780

3920 REM Count solutions
3930 CLS : GO SUB 3960: LET n=USR {{count_all}}: GO SUB 3970
3940 LET i$=v$+{{text.counted}}: GO SUB 4100: GO TO 130
3950 REM The count runs behind {{text.counting}}
3960 GO SUB 4010: PRINT #0;AT 1,0;{{own}}{{text.counting}};TAB 19;{{text.any_key_ends}}: RETURN
3970 {{rom_letters}}LET v$="": FOR i={{count_digits}} TO {{count_digits}}+7: IF PEEK i<>32 THEN LET v$=v$+CHR$ PEEK i
3975 NEXT i
3980 IF n=5 THEN LET v$={{text.memory_full(v$)}}
3985 IF n<>0 AND n<>5 THEN LET v$={{text.stopped(v$)}}
3990 IF v$="1" THEN LET v$={{text.unique}}: RETURN
3995 IF v$="0" THEN LET v$={{text.no_solutions}}: RETURN
3998 LET v$={{text.solutions(v$)}}: RETURN
