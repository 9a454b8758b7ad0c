; The screen: grid, cells, marks, and one line of text. Cell (row r, column c) is the square of 3x3 pixels with its
; middle at (4c+7, 4r+7); column 4c+7 is pixel 7 of a byte where c is even, pixel 3 where it is odd.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   draw the frame, the unknown cells and the marks of all lines
; In        (width), (height)
; Out       the screen
; Corrupts  af, bc, de, hl, ix
; Cost      21,000 T for 12x12, 63,000 T for 20x30
draw_grid:
        ; the byte in which the right side of the frame is
        ld a,(width)
        ld d,a
        add a,a
        add a,3
        rra
        rra
        and 0x1f
        ld (last_column_byte),a
        ld e,a
        ; three patterns: the frame's top, between cells, through cells. d bit 0: the width is odd
        ld hl,grid_patterns
        ld b,0x0f
        ld c,0xff
        ld a,0xfe
        bit 0,d
        jr z,draw_top_pattern
        ld a,0xe0
draw_top_pattern:
        call draw_pattern
        ld hl,grid_patterns+32
        ld b,0x08
        ld c,0
        ld a,0x02
        bit 0,d
        jr z,draw_gap_pattern
        ld a,0x20
draw_gap_pattern:
        call draw_pattern
        ld hl,grid_patterns+64
        ld b,0x0b
        ld c,0xbb
        ld a,0xba
        bit 0,d
        jr z,draw_cell_pattern
        ld a,0xa0
draw_cell_pattern:
        call draw_pattern
; pixel rows 4 to 4*height+6
        ld a,(height)
        add a,a
        add a,a
        add a,3
        ld (pixels_below),a
        ld de,display_file+0x400
        ld hl,grid_patterns
draw_pixel_row:
        push de
        ld a,(last_column_byte)
        ld c,a
        inc c
        ld b,0
        ldir
        pop de
        ; the next pixel row
        inc d
        ld a,d
        and 7
        jr nz,draw_choose_pattern
        ld a,e
        add a,32
        ld e,a
        jr c,draw_choose_pattern
        ld a,d
        sub 8
        ld d,a
draw_choose_pattern:
        ; pixel rows 5, 9 ... are between cells
        ld hl,pixels_below
        dec (hl)
        ld a,(hl)
        ld hl,grid_patterns
        jr z,draw_marks
        dec a
        jr z,draw_pixel_row
        ld l,patterns_offset+64
        ld a,d
        and 3
        dec a
        jr nz,draw_pixel_row
        ld l,patterns_offset+32
        jr draw_pixel_row
draw_marks:
        ld a,(height)
        ld b,a
draw_row_mark:
        dec b
        call find_row_mark
        set 7,(hl)
        inc b
        djnz draw_row_mark
        ld a,(width)
        ld c,a
draw_column_mark:
        dec c
        call find_column_mark
        ld a,(hl)
        or d
        ld (hl),a
        inc c
        dec c
        jr nz,draw_column_mark
        ret

; Purpose   make a pattern of a pixel row
; In        hl = where it goes; b = its first byte, c = those between, a = the last, which is byte e
; Out       the pattern
; Corrupts  f, b, l
; Cost      48 T, and 24 T a byte
draw_pattern:
        push de
        ld (hl),b
        ld b,e
draw_pattern_byte:
        inc l
        ld (hl),c
        djnz draw_pattern_byte
        ld (hl),a
        pop de
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   where a row has its mark
; In        b = row
; Out       hl = byte
; Corrupts  af, d
; Cost      61 T
find_row_mark:
        ld h,tables_page
        ld a,b
        add a,row_low
        ld l,a
        add a,row_high-row_low
        ld d,(hl)
        ld l,a
        ld h,(hl)
        ld l,d
        ret

; Purpose   where a column has its mark
; In        c = column
; Out       hl = byte, d = its bit there
; Corrupts  af
; Cost      56 T
find_column_mark:
        ld h,display_file/256
        ld a,c
        inc a
        srl a
        ld l,a
        ld d,0x10
        ret nc
        ld d,0x01
        ret

; Purpose   draw the active mark of the line at hand
; In        (line_at_hand)
; Out       the screen
; Corrupts  af, bc, de, hl
; Cost      about 225 T
draw_active_mark:
        ld a,(line_at_hand)
        sub first_column
        jr nc,draw_active_column
        add a,first_column
        ld b,a
        call find_row_mark
        ld a,(hl)
        or 0xc0
        ld (hl),a
        call pixel_below
        ld a,(hl)
        or 0xc0
        ld (hl),a
        ret
draw_active_column:
        ld c,a
        call find_column_mark
        ; two pixels from 4c+7 on: in one byte, or in two
        bit 0,d
        jr nz,draw_active_in_two
        ld a,(hl)
        or 0x18
        ld (hl),a
        inc h
        ld a,(hl)
        or 0x18
        ld (hl),a
        ret
draw_active_in_two:
        set 0,(hl)
        inc l
        set 7,(hl)
        inc h
        set 7,(hl)
        dec l
        set 0,(hl)
        ret

; Purpose   clear the mark of a line on the screen
; In        a = line number
; Out       the screen
; Corrupts  af, bc, d, hl
; Cost      about 205 T
clear_mark:
        sub first_column
        jr nc,clear_column_mark
        add a,first_column
        ld b,a
        call find_row_mark
        ld a,(hl)
        and 0x3f
        ld (hl),a
        call pixel_below
        ld a,(hl)
        and 0x3f
        ld (hl),a
        ret
clear_column_mark:
        ld c,a
        call find_column_mark
        bit 0,d
        jr nz,clear_mark_in_two
        ld a,(hl)
        and 0xe7
        ld (hl),a
        inc h
        ld a,(hl)
        and 0xe7
        ld (hl),a
        ret
clear_mark_in_two:
        res 0,(hl)
        inc l
        res 7,(hl)
        inc h
        res 7,(hl)
        dec l
        res 0,(hl)
        ret

; Purpose   the pixel row below the middle of a row of cells
; In        hl
; Out       hl
; Corrupts  af
; Cost      26 T, 61 T at the bottom of a text row
pixel_below:
        inc h
        ld a,h
        and 7
        ret nz
        ld a,l
        add a,32
        ld l,a
        ret c
        ld a,h
        sub 8
        ld h,a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   draw a cell that was unknown
; In        b = row, c = column, (cell_colour)
; Out       the screen
; Corrupts  af, de, hl
; Cost      162 T white, about 350 T black
draw_cell:
        call find_pixels
        ld a,(cell_colour)
        or a                            ; not_black?
        jr nz,draw_black
        bit 0,c
        jr z,draw_white_even
        res 4,(hl)
        ret
draw_white_even:
        res 0,(hl)
        ret
draw_black:
        bit 0,c
        jr z,draw_black_even
        ld e,0xc7
        dec h
        ld a,(hl)
        and e
        ld (hl),a
        inc h
        ld a,(hl)
        and e
        ld (hl),a
        call pixel_below
        ld a,(hl)
        and e
        ld (hl),a
        ret
draw_black_even:
        ld de,0xfc7f
        dec h
        call draw_black_pixels
        inc h
        call draw_black_pixels
        call pixel_below

; Purpose   a pixel row of a black cell across two bytes
; In        hl = the left byte; d, e = what stays of the two
; Out       the screen
; Corrupts  af
; Cost      54 T
draw_black_pixels:
        ld a,(hl)
        and d
        ld (hl),a
        inc l
        ld a,(hl)
        and e
        ld (hl),a
        dec l
        ret

; Purpose   draw a cell as unknown
; In        b = row, c = column
; Out       the screen
; Corrupts  af, de, hl
; Cost      about 400 T
draw_unknown_cell:
        call find_pixels
        ld de,0x0380
        bit 0,c
        jr z,draw_unknown_pixels
        ld de,0x3800
draw_unknown_pixels:
        dec h
        call draw_ink_pixels
        inc h
        call draw_ink_pixels
        call pixel_below

; Purpose   a pixel row of an unknown cell across two bytes
; In        hl = the left byte; d, e = what is added to the two
; Out       the screen
; Corrupts  af
; Cost      54 T
draw_ink_pixels:
        ld a,(hl)
        or d
        ld (hl),a
        inc l
        ld a,(hl)
        or e
        ld (hl),a
        dec l
        ret

; Purpose   where the middle of a cell is drawn
; In        b = row, c = column
; Out       hl = its byte
; Corrupts  af, d
; Cost      81 T
find_pixels:
        ld h,tables_page
        ld a,b
        add a,row_low
        ld l,a
        add a,row_high-row_low
        ld d,(hl)
        ld l,a
        ld h,(hl)
        ld a,c
        inc a
        srl a
        or d
        ld l,a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   print text
; In        hl = text, a zero behind it; de = screen address of its first character
; Out       de, behind the text
; Corrupts  af, bc, hl
; Cost      about 450 T a character
print_text:
        ld a,(hl)
        or a
        ret z
        push hl
        ; its pattern is in the character set in use
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        ld bc,(sysvar_chars)
        add hl,bc
        push de
        ld b,8
print_pixels:
        ld a,(hl)
        ld (de),a
        inc hl
        inc d
        djnz print_pixels
        pop de
        inc e
        pop hl
        inc hl
        jr print_text
