# Entering a crossword in the editions with machine code (asm/typed_clues.asm): the lines between a key and the next
# question. The code reads a clue, puts it into the arrays, prints it and tells which line comes next: 350 a row, 570 a
# column, 590 again, 660 all are entered, 4175 the sizes. k is the line at hand, m the first that has not been entered yet.

215 LET OldData=0: LET n=USR {{clear_clues}}: LET m=n: GO SUB 1245
# one PRINT of two texts, since each change of letters takes its time; 755 is the same for a picture
225 LET SizeX=w: LET SizeY=h: PRINT {{own_now}}{{text.height}};""AND USR {{print_size}};'{{text.row_heading}}{{rom_now}}''
350 IF USR {{guard}} THEN INPUT {{own_now}}({{text.row_prompt(STR$ k)}}){{rom_item}};(CHR$ USR {{type_clue}}); LINE a$
360 GO TO USR {{enter}}
570 IF USR {{guard}} THEN INPUT ({{text.column_prompt(STR$ (k-h))}});(CHR$ USR {{type_clue}}); LINE a$
580 GO TO USR {{enter}}
590 GO SUB 4160: GO TO 350+220*(k>h)
660 IF USR {{sums_differ}} THEN GO TO 4170
750 LET m=USR {{clear_screen}}: LET n=m: GO SUB 1245
755 PRINT {{text.height}};""AND USR {{print_size}};

# n is typed into the INPUT, unless it is 0. size gives 65535 for <, 65534 for what is no size
1240 LET n=SizeX AND m
1245 IF USR {{guard}} THEN INPUT ({{text.width_prompt}});(""AND USR {{type_size}}); LINE a$
1250 LET w=USR {{size}}: IF w>62 THEN GO TO 1280
1255 PRINT {{text.width}};""AND USR {{print_size}};
1260 IF m THEN LET n=SizeY
1265 IF USR {{guard}} THEN INPUT ({{text.height_prompt}});(""AND USR {{type_size}}); LINE a$
1270 LET h=USR {{size}}: IF h<43 THEN RETURN
1276 IF h=65535 THEN GO TO 1240
1278 LET n=42: GO SUB 1310: GO TO 1265
1280 IF w=65535 THEN GO TO 130
1285 LET n=62: GO SUB 1310: GO TO 1245
1310 LET i$={{text.size_range(STR$ n)}}: LET n=0: GO TO 4100

4160 LET i$={{text.incorrect_entry}}: GO TO 4100
4170 PRINT {{text.check_sum}}'{{text.row_heading}};USR {{sum_rows}}'{{text.column_heading}};USR {{sum_columns}}: PAUSE 0: POKE 23560,0: LET k=k-1: GO TO 570
4175 CLS : LET n=SizeX: GO SUB 1245: LET m=m*(w=SizeX AND h=SizeY): GO TO 225

# Clues of a picture, on the screen, to a file and from it (asm/kept_clues.asm). w and h are the sizes, k is a line
930 FOR k=1 TO w+h: LET n=USR {{draw_clue}}: GO SUB 1010: NEXT k
1100 CLS : LET w=SizeX: LET h=SizeY: LET k=0: PRINT {{text.row_heading}}''
1110 IF USR {{view}} THEN GO SUB 4060: GO TO 1110
1130 GO SUB 4010: PRINT {{text.any_key}}: PAUSE 0: GO TO 130
4410 GO SUB 4600: LET w=SizeX: LET h=SizeY
4430 LET n=USR {{pack}}: IF USR {{guard}} THEN SAVE a$CODE p,n
4530 LET w=0: LET h=0: IF USR {{unpack}} THEN GO TO 4710
4590 LET OldData=1: LET SizeX=w: LET SizeY=h: GO TO 130
4610 LET p=USR {{packed_at}}: RETURN
