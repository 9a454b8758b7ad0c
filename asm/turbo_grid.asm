; The grid: every cell in the record of its row and in that of its column, and the marks of lines.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   an empty grid with every line marked, and the tables
; In        (width), (height)
; Out       line_cells, the marks, marked_count, unknown_count, and the tables: bit masks, row_low, row_high, row_shape,
;           column_shape
; Corrupts  af, bc, de, hl
; Cost      about 11,000 T, and 400 T a line
; Used by   read_crossword
clear_grid:
        ld hl,marks_page*256
        ld de,marks_page*256+1
        ld bc,line_numbers
        ld (hl),0
        ldir
        ld a,h
        ld (line_at_hand+1),a
        ; cells may be both in all records, of rows and of columns
        ld hl,(width)                   ; h = (height)
        ld de,line_cells
        ld a,l
        ld b,h
        call clear_records
        ld hl,(width)
        ld de,column_cells_page*256
        ld a,h
        ld b,l
        call clear_records
        ; 1, 2, 4 ... 128
        ld hl,tables_page*256+bit_masks
        ld a,1
clear_mask:
        ld (hl),a
        inc l
        add a,a
        jr nc,clear_mask
        ; what the analysis wants to know of every row, of every column
        ld a,(width)
        ld hl,row_shape
        call clear_shape
        ld a,(height)
        inc a
        ld (hl),a
        ld a,(height)
        ld hl,column_shape
        call clear_shape
        ld a,(width)
        add a,first_column+1
        ld (hl),a
        ; row r has its middle in text row (r+1)/2: there in pixel row 7 where r is even, else 3
        ld b,0
clear_row:
        ld a,b
        inc a
        srl a
        ld c,a
        ld e,0x43
        jr nc,clear_row_odd
        ld e,0x47
clear_row_odd:
        ; its low byte and its high byte, each into a table of its own
        ld a,b
        add a,row_low
        ld l,a
        ld a,c
        rrca
        rrca
        rrca
        and 0xe0
        ld (hl),a
        ; the high byte has the third of the screen and the pixel row
        ld a,l
        add a,row_high-row_low
        ld l,a
        ld a,c
        and 0x18
        or e
        ld (hl),a
        inc b
        ld a,b
        cp max_height
        jr c,clear_row
        ; the marks, and the one that ends every search
        ld h,marks_page
        ld l,marks_end
        ld (hl),1
        ld l,0
        ld a,(height)
        call clear_set_marks
        ld l,first_column
        ld a,(width)
        call clear_set_marks
        ; how many
        ld a,(height)
        ld e,a
        ld a,(width)
        ld b,a
        add a,e
        ld (marked_count),a
        ; the cells: width times height
        ld d,0
        ld h,d
        ld l,d
clear_multiply:
        add hl,de
        djnz clear_multiply
        ld (unknown_count),hl
        ret

; Purpose   mark lines
; In        hl = mark of the first, a = how many
; Out       hl = behind them
; Corrupts  f, b
; Cost      9 T, and 27 T a line
; Used by   clear_grid
clear_set_marks:
        ld b,a
clear_set_mark:
        ld (hl),1
        inc l
        djnz clear_set_mark
        ret

; Purpose   what rows, or columns, have in common for the line analysis
; In        a = cells in a line, hl = where it goes; the bit masks
; Out       three bytes at hl; hl = behind them
; Corrupts  af, c, de
; Cost      101 T
; Used by   clear_grid
clear_shape:
        ld (hl),a
        inc hl
        ; the pair of the last cell, its bit there
        dec a
        ld c,a
        rrca
        rrca
        and 0x1e
        ld (hl),a
        inc hl
        ; its bit, by the table
        ld a,c
        and 7
        ld e,a
        ld d,tables_page
        ld a,(de)
        ld (hl),a
        inc hl
        ret

; Purpose   records of lines of unknown cells
; In        de = start of a page, a = length of a line, b = how many
; Out       the records, and one more
; Corrupts  af, bc, de, hl
; Cost      1,000 to 22,500 T; 336 T a record
; Used by   clear_grid
clear_records:
        ; the first record: pairs of eight cells, as far as the line goes; behind it cells are white
        push bc
        ld h,d
        ld l,e
        ld b,record_size/2
clear_pair:
        ; c = the cells that are left, up to eight of them
        ld c,0xff
        sub 8
        jr nc,clear_pair_whole
        inc c
        add a,8
        jr z,clear_pair_whole
clear_cell:
        ; a bit for each cell, from the lowest on
        scf
        rl c
        dec a
        jr nz,clear_cell
clear_pair_whole:
        ; cells behind the line may be white alone
        ld (hl),c
        inc hl
        ld (hl),0xff
        inc hl
        djnz clear_pair
        pop bc
        ; one copy after the other: 16 bytes each
        ld a,b
        rrca
        rrca
        rrca
        rrca
        ld b,a
        and 0xf0
        ld c,a
        ld a,b
        and 0x0f
        ld b,a
        ex de,hl
        ldir
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   make a cell unknown again
; In        b = row, c = column, (counting)
; Out       the grid, the screen
; Corrupts  af, de, hl
; Cost      531 T, or about 940 T; the latter where it is drawn
; Used by   take_last
take_cell:
        ; a cell stands in two records: of its row and of its column
        call find_cell
        ld a,d
        call take_bits
        call find_crossing_cell
        ld a,e
        call take_bits
        ld hl,(unknown_count)
        inc hl
        ld (unknown_count),hl
        ; while a cell is probed nothing of it is on the screen
        ld a,(counting)
        cp 3
        ret z
        jp draw_unknown_cell

; Purpose   a cell may be black and may be white again, in one record
; In        hl = its pair, a = its bit
; Out       the pair
; Corrupts  af, d, l
; Cost      50 T
; Used by   take_cell
take_bits:
        ; may be black, may be white
        ld d,a
        or (hl)
        ld (hl),a
        ld a,d
        inc l
        or (hl)
        ld (hl),a
        ret

; Purpose   a cell in the record of its row
; In        b = row, c = column
; Out       hl = its pair, d = its bit there, e = its bit in the record of its column
; Corrupts  af
; Cost      165 T
; Used by   put_common, take_cell, first_unknown, probe_cells, put_cell
find_cell:
        ; its bit in the record of its column, then in that of its row
        ld h,tables_page
        ld a,b
        and 7
        ld l,a
        ld e,(hl)
        ld a,c
        and 7
        ld l,a
        ld d,(hl)
        ; the pair in its row's record
        ld a,b
        call record_of_line
        ld a,c
        rrca
        rrca
        and 0x0e
        add a,l
        ld l,a
        ret

; Purpose   a cell in the record of its column
; In        b = row, c = column
; Out       hl = its pair
; Corrupts  af
; Cost      121 T
; Used by   take_cell
find_crossing_cell:
        ; the record of the column, and the pair that has the row
        ld a,c
        add a,first_column
        call record_of_line
        ld a,b
        rrca
        rrca
        and 0x0e
        add a,l
        ld l,a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   the first unknown cell: topmost, then leftmost
; In        (open_row): no unknown cell above it; there is one
; Out       b = row, c = column
; Corrupts  af, de, hl
; Cost      about 30 T, 63 T a byte, 190 T a row, 25 T a cell
; Used by   walk_variants, go_on_black
first_unknown:
        ld a,(open_row)
        ld b,a
first_row:
        ; the pairs of the row, until one has a cell that may be both
        ld c,0
        call find_cell
first_pair:
        ld a,(hl)
        inc l
        and (hl)
        jr nz,first_open_pair
        ; eight columns further
        inc l
        ld a,c
        add a,8
        ld c,a
        cp max_width
        jr c,first_pair
        inc b
        jr first_row
first_open_pair:
        ; its lowest bit
        rra
        ret c
        inc c
        jr first_open_pair
