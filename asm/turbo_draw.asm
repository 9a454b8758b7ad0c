; The screen: grid, cells, marks, and one line of text. Cell (row r, column c) is the square of 3x3 pixels with its
; middle at (4c+7, 4r+7); column 4c+7 is pixel 7 of a byte where c is even, pixel 3 where it is odd.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   draw the frame, the unknown cells and the marks of all lines
; In        (width), (height)
; Out       the screen
; Corrupts  af, bc, de, hl, ix
; Cost      about 330 T, 213 T a row, 109 T a column more than draw_cells_row, draw_gap_row, draw_frame_row
; Used by   solve, count_all
draw_grid:
        ; how rows of pixels end depends on the width alone: the byte in which the right side of the frame is
        ld a,(width)
        ld d,a
        add a,a
        add a,3
        rra
        rra
        and 0x1f
        ; ix = how far into the filling of a row
        add a,a
        ld c,a
        ld b,0
        ld hl,draw_filled+2
        sbc hl,bc
        push hl
        pop ix
        ; how rows end; d bit 0: the width is odd
        ld hl,frame_ends
        bit 0,d
        jr z,draw_ends
        ld hl,frame_ends+3
draw_ends:
        ld de,frame_end
        ld c,3
        ldir
        ; pixel rows 4 to 4*height+6
        ld hl,display_file+0x400
        call draw_frame_row
        ld a,(height)
        ld b,a
draw_row:
        ; above each row of cells a pixel row between, then three through them
        push bc
        call draw_gap_row
        call draw_cells_row
        call draw_cells_row
        call draw_cells_row
        pop bc
        djnz draw_row
        call draw_gap_row
        call draw_frame_row
        ; every line has its passive mark
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
        ; two columns share a byte
        dec c
        call find_column_mark
        ld a,(hl)
        or d
        ld (hl),a
        inc c
        dec c
        jr nz,draw_column_mark
        ret

; Purpose   draw a pixel row between cells
; In        hl = its first byte; (gap_end); ix = where in the filling to begin
; Out       the screen; hl = the first byte of the pixel row below
; Corrupts  af, bc, e
; Cost      69 to 399 T more than pixel_below; 11 T a byte
; Used by   draw_grid
draw_gap_row:
        ld bc,0x0800
        ld a,(gap_end)
        jr draw_pixel_row

; Purpose   draw a pixel row through cells
; In        hl = its first byte; (cells_end); ix = where in the filling to begin
; Out       the screen; hl = the first byte of the pixel row below
; Corrupts  af, bc, e
; Cost      69 to 399 T more than pixel_below; 11 T a byte
; Used by   draw_grid
draw_cells_row:
        ld bc,0x0bbb
        ld a,(cells_end)
        jr draw_pixel_row

; Purpose   draw the upper or the lower pixel row of the frame
; In        hl = its first byte; (frame_end); ix = where in the filling to begin
; Out       the screen; hl = the first byte of the pixel row below
; Corrupts  af, bc, e
; Cost      57 to 387 T more than pixel_below; 11 T a byte
; Used by   draw_grid
draw_frame_row:
        ld bc,0x0fff
        ld a,(frame_end)
draw_pixel_row:
        ; a row of pixels: its left end, as many bytes of the filling as the width takes, its right end
        ld e,l
        ld (hl),b
        jp (ix)
        ; thirty times: inc l, ld (hl),c
        dw 0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c
        dw 0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c
        dw 0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c,0x712c
draw_filled:
        inc l
        ld (hl),a
        ld l,e

; Purpose   the pixel row below the middle of a row of cells, or of any other pixel row
; In        hl
; Out       hl
; Corrupts  af
; Cost      26 T, or 46 T, or 65 T
; Used by   draw_frame_row, draw_unknown_cell
pixel_below:
        inc h
        ld a,h
        and 7
        ret nz

; Purpose   the next text row, where a pixel row has run out of its own
; In        hl
; Out       hl
; Corrupts  af
; Cost      26 T, or 45 T
; Used by   pixel_below, draw_active_mark, clear_mark, draw_cell
text_row_below:
        ld a,l
        add a,display_row
        ld l,a
        ret c
        ld a,h
        sub 8
        ld h,a
        ret

; how pixel rows end where the width is even, and where it is odd: of the frame, between cells, through cells
frame_ends:
        db 0xfe,0x02,0xba
        db 0xe0,0x20,0xa0

; ---------------------------------------------------------------------------------------------------------------
; Purpose   where a row has its mark
; In        b = row
; Out       hl = byte
; Corrupts  af, d
; Cost      58 T
; Used by   draw_grid, clear_mark, find_pixels
find_row_mark:
        ; the mark lies left of the middle of the row, in the byte at the edge of the screen
        ld h,tables_page
        ld a,b
        add a,row_low
        ld l,a
        ld d,(hl)
        set 7,l                         ; row_high
        ld h,(hl)
        ld l,d
        ret

; Purpose   where a column has its mark
; In        c = column
; Out       hl = byte, d = its bit there
; Corrupts  af
; Cost      45 T, or 56 T
; Used by   draw_grid, clear_mark
find_column_mark:
        ; above the grid, two columns to a byte: their pixels are 3 and 7
        ld h,display_file/256
        ld a,c
        inc a
        srl a
        ld l,a
        ld d,0x10
        ret nc
        ld d,0x01
        ret

; Purpose   draw the active mark of a line
; In        a = line number
; Out       the screen, mark_at
; Corrupts  af, d, hl
; Cost      124 to 203 T
; Used by   look_on
draw_active_mark:
        ; an active mark is two pixels wide and two high; a passive one is its first pixel
        cp first_column
        jr nc,draw_active_column
        add a,row_low
        ld l,a
        ld h,tables_page
        ld a,(hl)
        set 7,l                         ; row_high
        ld h,(hl)
        ld l,a
        ld (mark_at),hl
        ; two pixels in two rows
        ld a,(hl)
        or 0xc0
        ld (hl),a
        inc h
        ld a,h
        and 7
        call z,text_row_below
        ld a,(hl)
        or 0xc0
        ld (hl),a
        ret
draw_active_column:
        ; over the middle of the column: two columns to a byte
        sub first_column-1
        srl a
        ld l,a
        ld h,display_file/256
        ld (mark_at),hl
        ; two pixels from 4c+7 on: in two bytes, or in one
        jr c,draw_active_in_two
        ld a,(hl)
        or 0x18
        ld (hl),a
        inc h
        ld a,(hl)
        or 0x18
        ld (hl),a
        ret
draw_active_in_two:
        ; an even column: the last pixel of one byte, the first of the next
        set 0,(hl)
        inc l
        set 7,(hl)
        inc h
        set 7,(hl)
        dec l
        set 0,(hl)
        ret

; Purpose   clear the active mark of the line before the one at hand
; In        (line_at_hand), (mark_at)
; Out       the screen
; Corrupts  af, hl
; Cost      122 to 177 T
; Used by   look_on
clear_active_mark:
        ; line_at_hand is already the line after it
        ld hl,(mark_at)
        ld a,(line_at_hand)
        cp first_column+1
        jr c,clear_row_mark
        rrca
        jr c,clear_mark_in_two
        jr clear_mark_in_one

; Purpose   clear the mark of a line on the screen
; In        a = line number
; Out       the screen
; Corrupts  af, bc, d, hl
; Cost      156 to 240 T
; Used by   clear_all_marks
clear_mark:
        ; a row's mark may reach into the next text row
        sub first_column
        jr nc,clear_column_mark
        add a,first_column
        ld b,a
        call find_row_mark
clear_row_mark:
        ; its two rows of pixels
        ld a,(hl)
        and 0x3f
        ld (hl),a
        inc h
        ld a,h
        and 7
        call z,text_row_below
        ld a,(hl)
        and 0x3f
        ld (hl),a
        ret
clear_column_mark:
        ; the active mark's four pixels, in one byte or in two
        ld c,a
        call find_column_mark
        bit 0,d
        jr nz,clear_mark_in_two
clear_mark_in_one:
        ld a,(hl)
        and 0xe7
        ld (hl),a
        inc h
        ld a,(hl)
        and 0xe7
        ld (hl),a
        ret
clear_mark_in_two:
        ; likewise in two
        res 0,(hl)
        inc l
        res 7,(hl)
        inc h
        res 7,(hl)
        dec l
        res 0,(hl)
        ret

; ---------------------------------------------------------------------------------------------------------------
; a cell that was unknown, of a row; e = its column and one more, b, c = high and low byte of the row
draw_in_row:
        ld h,b
        ld a,e
        srl a
        add a,c
        ld l,a
        jr draw_cell

; a cell that was unknown, of a column; e = its row and one more, b = the byte of the column in a row, c bit 0: the
; column is even
draw_in_column:
        ld a,e
        add a,row_low-1
        ld l,a
        ld h,tables_page
        ld a,(hl)
        set 7,l                         ; row_high
        ld h,(hl)
        add a,b
        ld l,a
        ld e,c
; hl = the byte with its middle, e bit 0: the column is even, that is, the cell lies across two bytes
draw_cell:
        ; a white cell loses the pixel in its middle, a black one all nine
        ex af,af'
        jr nz,draw_black
        ex af,af'
        bit 0,e
        jr nz,draw_white_even
        res 4,(hl)
        jp store_next
draw_white_even:
        ; the middle of an even column is pixel 7 of the byte, of an odd one pixel 3
        res 0,(hl)
        jp store_next
draw_black:
        ; the pixel row above the middle is in the same text row
        ex af,af'
        dec h
        bit 0,e
        jr nz,draw_black_even
        ; an odd column lies in one byte
        ld e,0xc7
        ld a,(hl)
        and e
        ld (hl),a
        ; the middle, and the row below, which may be in the next text row
        inc h
        ld a,(hl)
        and e
        ld (hl),a
        inc h
        ld a,h
        and 7
        call z,text_row_below
        ld a,(hl)
        and e
        ld (hl),a
        jp store_next
draw_black_even:
        ; an even one has its last pixel in the next byte
        ld e,0xfc
        ld a,(hl)
        and e
        ld (hl),a
        inc l
        res 7,(hl)
        inc h
        res 7,(hl)
        dec l
        ; the middle of it, and the row below
        ld a,(hl)
        and e
        ld (hl),a
        inc h
        ld a,h
        and 7
        call z,text_row_below
        ld a,(hl)
        and e
        ld (hl),a
        inc l
        res 7,(hl)
        jp store_next

; Purpose   draw a cell as unknown
; In        b = row, c = column
; Out       the screen
; Corrupts  af, de, hl
; Cost      about 400 T
; Used by   take_cell
draw_unknown_cell:
        ; all nine pixels: how they lie in two bytes depends on whether the column is even
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
; Used by   draw_unknown_cell
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
; Cost      109 T
; Used by   draw_unknown_cell
find_pixels:
        ; the row, then the byte of two columns in it
        call find_row_mark
        ld a,c
        inc a
        srl a
        or l
        ld l,a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   print text
; In        hl = text, a zero behind it; de = screen address of its first character
; Out       de, behind the text
; Corrupts  af, bc, hl
; Cost      22 T, and 453 T a character
; Used by   print_number, show_progress
print_text:
        ld a,(hl)
        or a
        ret z
print_character:
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
        ; eight bytes, a pixel row further each
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
