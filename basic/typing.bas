# Entering a crossword in the editions with machine code (asm/typed_clues.asm): the lines between a key and the next
# question. The code reads a clue, puts it into the arrays, prints it and tells which line comes next: 350 a row, 570 a
# column, 590 again, 660 all are entered, 4175 the sizes. k is the line at hand, m the first that has not been entered yet.

215 LET OldData=0: LET n=USR {{clear_clues}}: LET m=n: GO SUB 1245
# one PRINT of two texts, since each change of letters takes its time; 755 is the same for a picture
225 LET SizeX=w: LET SizeY=h: PRINT {{own_now}}{{text.height}};""AND USR {{print_size}};'{{text.row_heading}}{{rom_now}}''
350 IF USR {{guard}} THEN INPUT {{own_now}}({{text.row_prompt(STR$ k)}}){{rom_item}};(CHR$ USR {{type_clue}}); LINE a$
360 GO TO USR {{enter}}
570 IF USR {{guard}} THEN INPUT {{own_item}}({{text.column_prompt(STR$ (k-h))}}){{rom_item}};(CHR$ USR {{type_clue}}); LINE a$
580 GO TO USR {{enter}}
590 GO SUB 4160: GO TO 350+220*(k>h)
660 PRINT : IF USR {{sums_differ}} THEN GO TO 4170
755 PRINT {{own}}{{text.height}}{{rom}};""AND USR {{print_size}};

# n is typed into the INPUT, unless it is 0. size gives 65535 for <, 65534 for what is no size
1240 LET n=SizeX AND m
1245 IF USR {{guard}} THEN INPUT {{own_item}}({{text.width_prompt}}){{rom_item}};(""AND USR {{type_size}}); LINE a$
1250 LET w=USR {{size}}: IF w>62 THEN GO TO 1280
1255 PRINT {{own}}{{text.width}}{{rom}};""AND USR {{print_size}};
1260 IF m THEN LET n=SizeY
1265 IF USR {{guard}} THEN INPUT {{own_item}}({{text.height_prompt}}){{rom_item}};(""AND USR {{type_size}}); LINE a$
1270 LET h=USR {{size}}: IF h<43 THEN RETURN
1276 IF h=65535 THEN GO TO 1240
1278 LET n=42: GO SUB 1310: GO TO 1265
1280 IF w=65535 THEN GO TO 130
1285 LET n=62: GO SUB 1310: GO TO 1245
1310 LET i$={{text.size_range(STR$ n)}}: LET n=0: GO TO 4100

3860 GO SUB 3740: LET t$="": FOR i=1 TO q: LET t$=t$+","+STR$ H(i): NEXT i: LET t$=t$(2 TO ): RETURN
4160 LET i$={{text.incorrect_entry}}: GO TO 4100
4170 PRINT {{own}}{{text.check_sum}}'{{text.row_heading}}{{rom}};USR {{sum_rows}}'{{own}}{{text.column_heading}}{{rom}};USR {{sum_columns}}: PAUSE 0: POKE 23560,0: LET k=k-1: GO TO 570
4175 CLS : LET n=SizeX: GO SUB 1245: LET m=m*(w=SizeX AND h=SizeY): GO TO 225
