; What an analysis has found goes into the grid: into the records of the lines that cross, onto the screen or the trail,
; and these lines are marked. One cell after another, each colour for itself, eight cells at a time.
;
; All that the cells of a line have in common is in registers: for the records c = store_offset (one more for black),
; h = store_page, e = store_mask, b = one more than the cell's number; ix counts the unknown cells; the alternate ones
; hold what the screen needs: d' = what makes b the place of the mark of the line that crosses, and b', c' as
; draw_in_row or draw_in_column wants them. The flags in af' tell the colour: z is white.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   put what an analysis has found
; In        (line_at_hand), (record_at), (last_pair), cell_rows: its cells now
; Out       the grid, the screen or the trail, the marks
; Corrupts  all but iy
; Cost      80 T, 71 T a pair; 300 T where something was found, 400 T a pair with such cells; 250 to 450 T a cell
store_found:
        ld hl,(record_at)
        ld de,cell_rows
        ld a,(last_pair)
        rrca
        inc a
        ld b,a
store_pair:
        ld a,(de)
        cp (hl)
        jr nz,store_first
        inc e
        inc l
        ld a,(de)
        cp (hl)
        jr nz,store_first
        inc e
        inc l
        djnz store_pair
        ret
store_first:
        push bc
        push de
        push hl
        call store_begin
        pop hl
        pop de
        pop bc
store_changed:
        ; the pair into the line's own record; b = cells that turned out white, c = those that are black
        res 0,e
        res 0,l
        push bc
        ld a,(de)
        ld c,a
        xor (hl)
        ld (hl),c
        ld b,a
        inc e
        inc l
        ld a,(de)
        ld c,a
        xor (hl)
        ld (hl),c
        ld c,a
        ; which eight lines cross there
        ld a,e
        rrca
        rrca
        and 3
        inc e
        inc l
        push hl
        push de
        ld hl,store_first_page
        add a,(hl)
        ld (store_page),a
        ld a,e
        add a,a
        add a,a
        ld (store_behind),a
        push bc
        ld a,b
        or a
        call nz,store_white
        pop bc
        ld a,c
        or a
        call nz,store_black
        pop de
        pop hl
        pop bc
        djnz store_next_pair
        ld (unknown_count),ix
        ret
store_next_pair:
        ld a,(de)
        cp (hl)
        jr nz,store_changed
        inc e
        inc l
        ld a,(de)
        cp (hl)
        jr nz,store_changed
        inc e
        inc l
        djnz store_next_pair
        ld (unknown_count),ix
        ret

; Purpose   what the cells of a line have in common
; In        (line_at_hand), (unknown_count), (counting)
; Out       store_offset, store_mask, store_first_page, draw_at, draw_after; ix, b', c', d'
; Corrupts  af, bc, de, hl, h', l'
; Cost      about 250 T
store_begin:
        ld ix,(unknown_count)
        ld a,(line_at_hand)
        cp first_column
        jr nc,store_begin_column
        exx
        ld d,first_column-1
        ld h,tables_page
        add a,row_low                   ; 64: it changes neither the pair nor the bit that follow from a
        ld l,a
        ld c,(hl)
        set 7,l
        ld b,(hl)
        exx
        ld de,draw_in_row
        ld h,column_cells_page
        jr store_begin_line
store_begin_column:
        sub first_column
        exx
        ld d,-1
        ld c,a
        inc c
        ld b,c
        srl b
        exx
        ld de,draw_in_column
        ld h,row_cells_page
store_begin_line:
        ld (draw_after),de
        ld b,a
        rrca
        rrca
        and 0x0e
        sub record_size
        ld (store_offset),a
        ld a,h
        ld (store_first_page),a
        ld a,b
        and 7
        ld l,a
        ld h,tables_page
        ld a,(hl)
        cpl
        ld (store_mask),a
        ld a,(counting)
        cp 2
        ld (draw_at),de
        ret c
        ld hl,store_on_trail
        ld (draw_at),hl
        ret z
        ld hl,store_next
        ld (draw_after),hl
        ret

; Purpose   put the white ones of eight cells
; In        a = which, not 0; as store_begin leaves it, store_page, store_behind
; Out       as store_found
; Corrupts  all but iy and what store_begin makes
; Cost      100 T, 24 T for each of the cells from the last one down to the first that is put, and 250 T for each that is
store_white:
        ex af,af'
        xor a
        ex af,af'
        ld bc,(store_offset)            ; b = (store_behind)
        jr store_cells

; Purpose   put the black ones
; In        as store_white
; Out       as store_white
; Corrupts  as store_white
; Cost      as store_white, but 350 to 400 T for each that is put
store_black:
        ex af,af'
        xor a
        inc a
        ex af,af'
        ld bc,(store_offset)
        inc c
store_cells:
        ld hl,(store_mask)              ; h = (store_page)
        ld e,l
store_look:
        add a,a
        jr c,store_cell
        djnz store_look
store_cell:
        ld d,a
        ld a,b
        add a,a
        add a,a
        add a,a
        add a,a
        add a,c
        ld l,a
        ld a,(hl)
        and e
        ld (hl),a
        dec ix
        ld a,b
        exx
        ld e,a
        add a,d
        ld l,a
        ld h,marks_page
        ld a,(hl)
        or a
        call z,mark_line
        ld hl,(draw_at)
        jp (hl)
; behind drawing
store_next:
        exx
        ld a,d
        or a
        ret z
        djnz store_look                 ; always: cells are left before this one

; Purpose   mark the line that crosses
; In        hl = its mark, e = its number among the rows or the columns and one more, d = -1 for a row; (counting)
; Out       the mark, marked_count; the mark on the screen where marks are drawn
; Corrupts  af, hl
; Cost      65 T, or about 130 T
mark_line:
        inc (hl)
        ld hl,marked_count
        inc (hl)
        ld a,(counting)
        cp 2
        ret nc
        ld a,e
        bit 7,d
        jr nz,mark_row
        ; as find_column_mark
        ld h,display_file/256
        srl a
        ld l,a
        jr c,mark_even_column
        set 4,(hl)
        ret
mark_even_column:
        set 0,(hl)
        ret
mark_row:
        add a,row_low-1
        ld l,a
        ld h,tables_page
        ld a,(hl)
        set 7,l
        ld h,(hl)
        ld l,a
        set 7,(hl)
        ret

; a cell onto the trail, two bytes: row, column
store_on_trail:
        push bc
        ld b,e
        dec b
        ld a,(line_at_hand)
        sub first_column
        ld c,a
        jr nc,store_trail_column
        add a,first_column
        ld c,b
        ld b,a
store_trail_column:
        ld hl,(trail_top)
        ld a,(trail_end)
        cp l
        jr nz,store_trail_goes_on
        ld a,(trail_end+1)
        cp h
        jr nz,store_trail_goes_on
        ld hl,(trail_second)
store_trail_goes_on:
        ld (hl),b
        inc hl
        ld (hl),c
        inc hl
        ld (trail_top),hl
        pop bc
        ld hl,(draw_after)
        jp (hl)

; ---------------------------------------------------------------------------------------------------------------
; Purpose   make a cell known: in both of its lines, on the screen, on the trail; mark both lines
; In        b = row, c = column, (cell_colour), (counting)
; Out       b, c as they were; line_at_hand is the row
; Corrupts  all but bc, iy
; Cost      about 1,000 T
put_cell:
        push bc
        call find_cell
        ld a,(cell_colour)
        add a,l
        ld l,a
        ld a,d
        cpl
        and (hl)
        ld (hl),a
        ; the rest as if the row had been looked at
        ld a,b
        ld (line_at_hand),a
        call store_begin
        pop bc
        push bc
        ld a,c
        inc a
        ld (store_behind),a
        dec a
        rrca
        rrca
        rrca
        rrca
        and 0x0f
        ld hl,store_first_page
        add a,(hl)
        ld (store_page),a
        ld hl,put_row
        push hl
        ld a,(cell_colour)
        or a
        ld a,0x80
        jp z,store_white
        jp store_black
put_row:
        ld (unknown_count),ix
        pop bc
        ld h,marks_page
        ld l,b
        ld a,(hl)
        ld e,b
        inc e
        ld d,-1
        or a
        ret nz
        jp mark_line
