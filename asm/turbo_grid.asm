; The grid: every cell in the record of its row and in that of its column, and the marks of lines.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   an empty grid with every line marked, and the tables
; In        (width), (height)
; Out       line_cells, the marks, marked_count, unknown_count, and the tables: bit masks, row_low, row_high, row_shape,
;           column_shape
; Corrupts  af, bc, de, hl
; Cost      about 99,000 T
clear_grid:
        ld hl,marks_page*256
        ld de,marks_page*256+1
        ld bc,line_numbers
        ld (hl),0
        ldir
        ld hl,line_cells
        ld a,(width)
        ld b,max_height
        call clear_records
        ld hl,column_cells_page*256
        ld a,(height)
        ld b,max_width
        call clear_records
        ; 1, 2, 4 ... 128
        ld hl,tables_page*256+bit_masks
        ld a,1
clear_mask:
        ld (hl),a
        inc l
        add a,a
        jr nc,clear_mask
        ld a,(width)
        ld hl,row_shape
        call clear_shape
        ld a,(height)
        ld hl,column_shape
        call clear_shape
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
        ld a,b
        add a,row_low
        ld l,a
        ld a,c
        rrca
        rrca
        rrca
        and 0xe0
        ld (hl),a
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
        ld l,line_numbers
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
; Cost      27 T a line
clear_set_marks:
        ld b,a
clear_set_mark:
        ld (hl),1
        inc l
        djnz clear_set_mark
        ret

; Purpose   what rows, or columns, have in common for the line analysis
; In        a = cells in a line, hl = where it goes; the bit masks
; Out       the four bytes at hl
; Corrupts  af, bc, de, hl
; Cost      157 T
clear_shape:
        ld (hl),a
        inc hl
        ; the pair of the last cell, its bit there
        ld c,a
        dec a
        rrca
        rrca
        and 0x1e
        ld (hl),a
        inc hl
        ld a,c
        dec a
        and 7
        ld e,a
        ld d,tables_page
        ld a,(de)
        ld (hl),a
        inc hl
        ; up to the pair after that of the cell behind the line
        ld a,c
        rrca
        rrca
        and 0x1e
        add a,4
        cp record_size
        jr c,clear_shape_size
        ld a,record_size
clear_shape_size:
        ld (hl),a
        ret

; Purpose   records of lines of unknown cells
; In        hl, a = length of a line, b = how many
; Out       hl = behind them; the records
; Corrupts  af, bc, de, hl
; Cost      about 820 T a record
clear_records:
        ld c,a
clear_record:
        push bc
        ld b,record_size/2
        ld a,c
clear_pair:
        ; e = the cells that are left, up to eight of them
        ld e,0xff
        sub 8
        jr nc,clear_pair_whole
        ld e,0
        add a,8
        jr z,clear_pair_whole
clear_cell:
        scf
        rl e
        dec a
        jr nz,clear_cell
clear_pair_whole:
        ld (hl),e
        inc hl
        ld (hl),0xff
        inc hl
        djnz clear_pair
        pop bc
        djnz clear_record
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   make a cell known: in both of its lines, on the screen, on the trail; mark both lines
; In        b = row, c = column, (cell_colour), (counting)
; Out       b, c as they were
; Corrupts  af, de, hl
; Cost      about 750 T, 630 T where nothing is drawn
put_cell:
        call find_cell
        ld a,(cell_colour)
        add a,l
        ld l,a
        ld a,(hl)
        or d
        xor d
        ld (hl),a
        call find_crossing_cell
        ld a,(cell_colour)
        add a,l
        ld l,a
        ld a,(hl)
        or e
        xor e
        ld (hl),a
        ld hl,(unknown_count)
        dec hl
        ld (unknown_count),hl
        ld a,(counting)
        cp 2
        jr nc,put_on_trail
        call draw_cell
        ; the row, then the column
        ld h,marks_page
        ld l,b
        ld a,(hl)
        or a
        jr nz,put_row_is_marked
        inc (hl)
        ld hl,marked_count
        inc (hl)
        call find_row_mark
        set 7,(hl)
put_row_is_marked:
        ld h,marks_page
        ld a,c
        add a,first_column
        ld l,a
        ld a,(hl)
        or a
        ret nz
        inc (hl)
        ld hl,marked_count
        inc (hl)
        call find_column_mark
        ld a,(hl)
        or d
        ld (hl),a
        ret
put_on_trail:
        call z,draw_cell
        ld hl,(trail_top)
        ld de,(trail_end)
        ld a,l
        cp e
        jr nz,put_trail_goes_on
        ld a,h
        cp d
        jr nz,put_trail_goes_on
        ld hl,(trail_second)
put_trail_goes_on:
        ld (hl),b
        inc hl
        ld (hl),c
        inc hl
        ld (trail_top),hl
        ; marks that nobody sees
        ld de,marked_count
        ld h,marks_page
        ld l,b
        ld a,(hl)
        or a
        jr nz,put_in_marked_row
        inc (hl)
        ld a,(de)
        inc a
        ld (de),a
put_in_marked_row:
        ld a,c
        add a,first_column
        ld l,a
        ld a,(hl)
        or a
        ret nz
        inc (hl)
        ld a,(de)
        inc a
        ld (de),a
        ret

; Purpose   make a cell unknown again
; In        b = row, c = column, (counting)
; Out       the grid, the screen
; Corrupts  af, de, hl
; Cost      about 950 T, 580 T where nothing is drawn
take_cell:
        call find_cell
        ld a,d
        call take_bits
        call find_crossing_cell
        ld a,e
        call take_bits
        ld hl,(unknown_count)
        inc hl
        ld (unknown_count),hl
        ld a,(counting)
        cp 3
        ret z
        jp draw_unknown_cell

; Purpose   a cell may be black and may be white again, in one record
; In        hl = its pair, a = its bit
; Out       the pair
; Corrupts  af, d, l
; Cost      50 T
take_bits:
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
; Cost      172 T
find_cell:
        ld h,tables_page
        ld a,b
        and 7
        ld l,a
        ld e,(hl)
        ld a,c
        and 7
        ld l,a
        ld d,(hl)
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
; Cost      128 T
find_crossing_cell:
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
; Cost      63 T a byte that is known, 250 T a row
first_unknown:
        ld a,(open_row)
        ld b,a
first_row:
        ld c,0
        call find_cell
first_pair:
        ld a,(hl)
        inc l
        and (hl)
        jr nz,first_open_pair
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
