; All clues at once: on the screen, packed to be saved, and from what was loaded, or from the grid, back into the arrays.
; w and h are the sizes. A clue's form is told in clues.asm.
;
; Packed, a clue is a byte for each group: its length less 1, 64 more at the end of a line, 192 more at the end of the
; last row and of the last column; a line without groups is the byte 63 with that. So 62x42 cells fit into P$ at worst.

packed_end:         equ 0xf31a          ; words: behind what was loaded;
packed_sp:          equ 0xf31c          ; the stack, for what is no crossword
packed_length:      equ 0x3f
line_end:           equ 0x40
side_end:           equ 0x80

; ---------------------------------------------------------------------------------------------------------------
; Purpose   print the lines behind line k, up to the end of the page
; In        k is 0 at first; w, h
; Out       bc = 1: scroll? comes next, and then this again; 0: a row is free behind the last column's
; Corrupts  af, de, hl
; Cost      500 to 9,000 T more than typed_variables, print_rows
; Used by   view
view_lines:
        ; the second page and those behind it begin with what was left of a text
        call typed_variables
        ld a,screen_stream
        call rom_open_channel
        call value_k
        or a
        ld hl,(text_at)
        jr nz,view_print
view_line:
        ; line by line, k counted on
        call value_k
        inc (hl)
        ld a,(hl)
        push af
        call get_line
        call line_as_text
        pop bc
        inc b
        call line_follows
        ld hl,line_text
view_print:
        ; on, unless the page is full or all lines are printed
        call print_rows
        jr c,view_page
        ld a,(line_to_come)
        cp line_entered-256*(line_entered/256)
        jr nz,view_line
        call page_is_full
view_page:
        ld bc,0
        rl c
        ret

; Purpose   where data are packed: LET p=USR packed_at
; In        BASIC's variables
; Out       bc, grid_at = P$(1,1); the variables
; Corrupts  af, de, hl
; Cost      88 T more than typed_variables
; Used by   draw_clue, pack, unpack, lines_wrong
packed_at:
        call typed_variables
        ; behind a length: how many dimensions, two sizes
        ld hl,(at_grid)
        ld bc,7
        add hl,bc
        ld (grid_at),hl
        ld b,h
        ld c,l
        ret

; Purpose   a line's clue out of the grid
; In        a = line; the variables, grid_at; the line's cells in P$ are "0" or "1"
; Out       typed_groups, typed_count = a; hl, de: as find_line
; Corrupts  f, bc, ix
; Cost      600 to 13,000 T; 65 T a cell
; Used by   draw_clue, lines_wrong
drawn_line:
        ; the line's first cell, and the step from cell to cell
        call find_line_a
        push hl
        push de
        ld a,(line_word)
        cp row_word-256*(row_word/256)
        ; de = from line to line; then from cell to cell
        ld de,1
        jr nz,drawn_from
        ld e,max_columns
drawn_from:
        ; its first cell
        ld hl,(grid_at)
        call line_further
        ld a,e
        xor max_columns+1
        ld e,a
        ld a,(clue_cells)
        ld b,a
        ld ix,typed_groups
        ; a = how long the group at hand is
        xor a
drawn_cell:
        ; a white cell ends a group, if there is one; a black one makes it longer
        bit 0,(hl)
        add hl,de
        jr nz,drawn_black
        or a
        call nz,drawn_group
        dec a
drawn_black:
        inc a
        djnz drawn_cell
        or a
        call nz,drawn_group
        ; as many groups as bytes were written
        ld a,ixl
        sub typed_groups-256*typed_page
        ld (typed_count),a
        pop de
        pop hl
        ret
drawn_group:
        ld (ix+0),a
        inc ix
        xor a
        ret

; Purpose   the clue of line k as it is in the grid: LET n=USR draw_clue
; In        BASIC's variables
; Out       the arrays
; Corrupts  af, bc, de, hl, ix
; Cost      100 to 4,000 T more than packed_at, drawn_line
; Used by   BASIC
draw_clue:
        call packed_at
        call value_k
        call drawn_line
        jp put_line

; Purpose   pack all clues: LET n=USR pack
; In        BASIC's variables; w, h
; Out       bc = how many bytes, from P$(1,1) on
; Corrupts  af, de, hl
; Cost      500 to 400,000 T more than packed_at; 700 to 6,000 T a line, 140 T a group
; Used by   BASIC
pack:
        call packed_at
        push hl
        ld a,1
pack_line:
        ; line a to hl
        push af
        push hl
        call get_line
        pop de
        ld hl,typed_count
        ld b,(hl)
        ld l,typed_groups-256*typed_page
        ; a line without groups has one byte all the same
        inc b
        dec b
        jr nz,pack_group
        inc b
        ld (hl),packed_length+1
pack_group:
        ; lengths less 1
        ld a,(hl)
        inc l
        dec a
        ld (de),a
        inc de
        djnz pack_group
        pop bc
        ; the end of a line, of the last row, of the last column
        call count_lines
        ex de,hl
        dec hl
        set 6,(hl)
        cp b
        jr z,pack_last
        ld a,c
        cp b
        jr nz,pack_next
        set 7,(hl)
pack_next:
        ; the next line, or how many bytes that were
        inc hl
        ld a,b
        inc a
        jr pack_line
pack_last:
        set 7,(hl)
        inc hl
        pop bc
        jp leave_difference

; ---------------------------------------------------------------------------------------------------------------
; Purpose   take the clues that were loaded: IF USR unpack
; In        BASIC's variables; n bytes from P$(1,1) on; w and h are numbers below 256
; Out       bc = 0, and w, h and the arrays are those of the crossword; or 1: it is none, and all is as it was
; Corrupts  af, de, hl, ix
; Cost      500 to 700,000 T more than packed_at; 1,000 to 7,000 T a line, 400 T a group
; Used by   BASIC
unpack:
        ld (packed_sp),sp
        call packed_at
        push hl
        ; everything is read once before anything is changed: a file may be of anything
        ld hl,(at_n)
        inc hl
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ; n bytes from there
        ex de,hl
        add hl,bc
        ld (packed_end),hl
        ld h,b
        ld l,c
        ; rows, then columns: they have to end where the file ends
        call packed_side
        push de
        push ix
        call packed_side
        ld bc,(packed_end)
        or a
        sbc hl,bc
        jr nz,no_crossword
        ; black cells of all rows have to be those of all columns
        push ix
        pop hl
        pop bc
        sbc hl,bc
        jr nz,no_crossword
        ; b = rows, c = cells that a row needs and one; d, e of columns likewise
        pop bc
        ld a,d
        inc a
        cp c
        jr c,no_crossword
        ; and not too many rows
        ld a,b
        cp max_rows+1
        jr nc,no_crossword
        inc a
        cp e
        jr c,no_crossword
        ; the sizes become the crossword's
        call value_h
        ld (hl),b
        ld l,at_w-256*typed_page
        call value_of
        ld (hl),d
        pop hl
        ld a,1
unpack_line:
        ; it is a crossword: line a from hl, into the arrays
        push af
        call packed_line
        pop af
        push af
        push hl
        call find_line_a
        ld a,(typed_count)
        call put_line
        pop hl
        pop af
        inc a
        ; up to the end of what was loaded; 0 is left then
        ex de,hl
        ld hl,(packed_end)
        or a
        sbc hl,de
        ex de,hl
        jr nz,unpack_line
        ld b,d
        ld c,e
        ret
no_crossword:
        ; the stack as unpack has found it
        ld sp,(packed_sp)
        ld bc,1
        ret

; Purpose   the rows, or the columns, of what was loaded
; In        hl = the first
; Out       hl = behind them; d = how many, e = the most cells that one needs and one more; ix = the sum of the groups;
;           or to no_crossword
; Corrupts  af, bc
; Cost      100 to 90,000 T; 150 T a line, 100 T a group
; Used by   unpack
packed_side:
        ld ix,0
        ld de,0
side_line:
        ; the most cells that a line needs is how long the lines that cross have to be
        push de
        call packed_line
        pop de
        ld a,c
        cp e
        jr c,side_add
        ld e,c
side_add:
        ; the sum of the groups alone
        sub b
        ld c,a
        ld b,0
        add ix,bc
        inc d
        ; the end of the side is told by the byte before; more than 62 lines are none
        ld a,d
        cp max_columns+1
        jr nc,no_crossword
        dec hl
        bit 7,(hl)
        inc hl
        jr z,side_line
        ret

; Purpose   a packed clue
; In        hl = its first byte
; Out       hl = behind it; typed_groups, typed_count; b = groups, c = their sum and one more for each;
;           or to no_crossword
; Corrupts  af, de
; Cost      20 to 150 T, 60 to 150 T a group
; Used by   unpack, packed_side
packed_line:
        ld de,typed_groups
        ld bc,0
packed_group:
        ; its length, and what the line needs with it
        ld a,(hl)
        and packed_length
        inc a
        ld (de),a
        inc e
        inc b
        add a,c
        inc a
        ld c,a
        ; no line is as long as that? Bit 6 ends a clue, and bit 7 comes with it alone
        cp max_columns+2
        ld a,(hl)
        inc hl
        jr nc,packed_none
        add a,a
        jp m,packed_counted
        jr c,no_crossword
        jr packed_group
packed_none:
        ; too long, unless it is the line without groups
        or side_end
        inc a
        jr nz,no_crossword
        djnz no_crossword
        ld c,b
packed_counted:
        ld a,b
        ld (typed_count),a
        ret
