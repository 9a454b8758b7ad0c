; A clue has one form for all that is done with it: a byte for each group in typed_groups, how many in typed_count. It
; comes from what is typed (typed_clues.asm), from BASIC's arrays (here) or from a file (kept_clues.asm), and goes there or
; onto the screen. The names are in typed_clues.asm.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   the sizes
; In        variable_at
; Out       c = rows, a = rows and columns
; Corrupts  f, hl
; Cost      194 T
; Used by   pack, find_line_a, line_follows, lines_wrong
count_lines:
        call value_h
        ld c,a
        ld l,at_w-256*typed_page
        call value_of
        add a,c
        ret

; Purpose   where line k is in the arrays
; In        variable_at
; Out       hl = its count, de = its first length: the byte in each that matters; clue_cells, line_number, line_word
; Corrupts  af, bc
; Cost      500 to 3,200 T; 24 T a line before it, twice
; Used by   enter_typed
find_line:
        call value_k
; the same of line a
find_line_a:
        ld b,a
        call count_lines
        sub c
        ld hl,row_clues
        ; b = line, c = rows, a = columns
        inc c
        ld d,a
        ld a,b
        sub c
        ld a,d
        jr c,find_kind
        ; a column: its number among them; it has as many cells as there are rows
        ld a,b
        dec c
        sub c
        ld b,a
        ld a,c
        ld hl,column_clues
find_kind:
        ; how long the line is, its number, its name
        ld (clue_cells),a
        ld a,b
        ld (line_number),a
        ld e,(hl)
        ld d,0
        inc hl
        ld c,(hl)
        inc hl
        ld (line_word),hl
        ; where the arrays of its kind are
        ld h,typed_page
        ld l,c
        ld c,(hl)
        inc l
        ld b,(hl)
        inc l
        push bc
        ld c,(hl)
        inc l
        ld h,(hl)
        ld l,c
        ; hl = counts, de = bytes for a line's lengths; the lengths are on the stack. Both begin with the array's
        ; length, how many dimensions it has, and their sizes
        ld bc,2
        add hl,bc
        ld c,number_size-1
find_count:
        add hl,bc
        dec a
        jr nz,find_count
        ; the lengths: behind their sizes, so many lines further
        ex (sp),hl
        ld c,9
        add hl,bc
        call line_further
        ex de,hl
        pop hl
        ret

; Purpose   from the first line's place to that of the line at hand
; In        hl = place, de = from line to line; line_number
; Out       hl
; Corrupts  af, b
; Cost      47 T, and 24 T a line
; Used by   drawn_line, find_line_a
line_further:
        ld a,(line_number)
        ld b,a
        jr further_counted
further_line:
        add hl,de
further_counted:
        djnz further_line
        ret

; Purpose   a line's clue out of the arrays
; In        a = line; variable_at
; Out       typed_groups, typed_count; b = 0, c = the sum of the groups; hl, de: as find_line
; Corrupts  af, de, hl
; Cost      400 to 3,500 T, 70 to 90 T a group
; Used by   view_lines, pack, type_clue, sum_rows
get_line:
        ; the count, then as many lengths: a byte of five in each number
        call find_line_a
        ld b,(hl)
        ld hl,typed_count
        ld (hl),b
        ld l,typed_groups-256*typed_page
        ld c,0
        inc b
        jr get_counted
get_group:
        ; c = the black cells of the line
        ld a,(de)
        ld (hl),a
        inc l
        add a,c
        ld c,a
        call next_length
get_counted:
        djnz get_group
        ret

; Purpose   a line's clue into the arrays
; In        hl = its count, de = its first length; a = groups; typed_groups
; Out       nothing
; Corrupts  af, b, de, hl
; Cost      20 to 2,500 T; 80 T a group
; Used by   draw_clue, unpack, enter_typed
put_line:
        ; the count, then the lengths; what lies behind them is of no clue
        ld (hl),a
        or a
        ret z
        ld b,a
        ld hl,typed_groups
put_length:
        ld a,(hl)
        inc l
        ld (de),a
        call next_length
        djnz put_length
        ret

; Purpose   the next length in an array
; In        de
; Out       de
; Corrupts  af
; Cost      26 T, or 34 T
; Used by   get_line, put_line, lines_wrong
next_length:
        ; five bytes on
        ld a,number_size-1
        add a,e
        ld e,a
        ret nc
        inc d
        ret

; Purpose   a number in characters
; In        a = number, below 100; de = where
; Out       de = behind it
; Corrupts  af, c
; Cost      47 T, or 90 to 400 T
; Used by   print_size, type_size, put_clue, line_as_text
put_number:
        cp 10
        jr c,put_ones
        ld c,"0"-1
put_tens:
        ; tens by taking away, since no number has more than two digits
        inc c
        sub 10
        jr nc,put_tens
        ; a digit for the tens
        ex de,hl
        ld (hl),c
        inc l
        ex de,hl
        add a,10
put_ones:
        add a,"0"
        ld (de),a
        inc e
        ret

; Purpose   a clue in characters
; In        typed_groups, typed_count; de = where the characters go
; Out       de = behind them
; Corrupts  af, bc, hl
; Cost      30 to 60 T, 80 to 430 T a group
; Used by   type_clue, line_as_text
put_clue:
        ld hl,typed_count
        ld a,(hl)
        or a
        ret z
        ld b,a
        ld l,typed_groups-256*typed_page
put_group:
        ; groups with commas between them, none behind the last
        ld a,(hl)
        inc l
        call put_number
        ld a,","
        ld (de),a
        inc e
        djnz put_group
        dec e
        ret

; Purpose   a text up to its 0
; In        hl = text, de = where it goes
; Out       de = behind it
; Corrupts  af, hl
; Cost      20 to 1,500 T; 46 T a character
; Used by   line_as_text, line_follows
put_text:
        ld a,(hl)
        or a
        ret z
        ld (de),a
        inc hl
        inc e
        jr put_text

; Purpose   a line as it is printed, with a rule after every fifth
; In        as find_line gives it; the clue
; Out       line_text, de = its end
; Corrupts  af, bc, hl
; Cost      400 to 12,000 T; 250 T a group
; Used by   view_lines, enter_typed
line_as_text:
        ; "row" or "column", its number, the clue
        ld de,line_text
        ld hl,(line_word)
        call put_text
        ld a," "
        ld (de),a
        inc e
        ld a,(line_number)
        call put_number
        ; a colon and a blank before the clue
        ld a,":"
        ld (de),a
        inc e
        ld a," "
        ld (de),a
        inc e
        call put_clue
        call put_new_line
        ld a,(line_number)
text_fifth:
        ; a rule where the number is a multiple of five
        sub rule_lines
        ret c
        jr nz,text_fifth
        ld a,"_"
        ld b,rule_length
text_rule:
        ld (de),a
        inc e
        djnz text_rule
put_new_line:
        ld a,13
        ld (de),a
        inc e
        ret

; Purpose   what stands between a line and the one behind it: the columns' heading, or an empty row behind the last
; In        b = the line to come; de = end of the text so far
; Out       the text in line_text, up to a 0; line_to_come, where BASIC goes on with that line
; Corrupts  af, c, de, hl
; Cost      200 to 1,300 T; the heading takes most
; Used by   view_lines, enter_typed, enter_move
line_follows:
        ; behind the last line an empty row, and BASIC sums up
        call count_lines
        cp b
        ld hl,line_entered
        call c,put_new_line
        jr c,follow_end
        ; rows first; the first column has a heading before it
        ld a,b
        dec a
        cp c
        ld hl,line_row
        jr c,follow_end
        ld hl,line_column
follow_end:
        ; z: the first column
        ld (line_to_come),hl
        ld hl,column_heading
        call z,put_text
        xor a
        ld (de),a
        ret

; Purpose   print a text row by row, up to its 0 or to the end of the page
; In        hl = text; the screen is open
; Out       carry: the ROM would ask scroll? now; (text_at) = what is left
; Corrupts  all but de, ix, iy
; Cost      what the ROM's printing takes
; Used by   view_lines, print_size, enter_typed
print_rows:
        ; a full page leaves the rest of the text for the next one
        ld (text_at),hl
        ld a,(hl)
        or a
        ret z
        call page_is_full
        ret c
        ld bc,256*row_length+13
print_sign:
        ; a row at a time, so that the ROM never asks by itself
        ld a,(hl)
        cp c
        jr z,print_row_end
        rst rom_print
        inc hl
        djnz print_sign
        ; the row is full
        ld a,c
        cp (hl)
        jr nz,print_new_line
print_row_end:
        inc hl
print_new_line:
        rst rom_print
        jr print_rows

; Purpose   would the ROM ask scroll? before it prints another row?
; In        the screen is open
; Out       carry if so
; Corrupts  af
; Cost      48 T, or 55 T
; Used by   view_lines, print_rows
page_is_full:
        ; there it is 1, in the row 2
        ld a,(iy+scroll_count)
        add a,(iy+print_row)
        cp 4
        ret

; The letters of the edition, which the build fills in
own_letters_chars:
        dw rom_letters_chars

; For each kind of line: the bytes that its lengths take, where the arrays are, what it is called. The build fills in
; the words of its language, and a 0 behind each
row_clues:
        db row_stride,at_b-256*typed_page
row_word:
        ds 8
column_clues:
        db column_stride,at_d-256*typed_page
column_word:
        ds 8
column_heading:
        ds 18
        db 0
