; Findings of an analysis go into the grid: into the records of the lines that cross, onto the screen or the trail,
; and these lines are marked. One cell after another, each colour for itself, eight cells at a time.
;
; Values that the cells of a line share are in registers: for the records that cross c = store_offset (one more for
; black), h = their page, e = store_mask, b = one more than the cell's number, so that 16*b+c is the low byte; ix counts
; the unknown cells. The alternate ones hold what the screen needs: d' = what added to b is the place of the mark of the
; line that crosses, and b', c' as draw_in_row or draw_in_column wants them. The flags in af' tell the colour: z is
; white.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   put what an analysis has found
; In        (line_at_hand), (record_at), (last_pair), cell_rows: its cells now
; Out       the grid, the screen or the trail, the marks
; Corrupts  all but iy
; Cost      63 to 100 T, 60 to 72 T a pair, 200 to 300 T a line with cells found, 350 to 650 T a pair of them more
;           than store_cells
; Used by   look_on
store_found:
        ld hl,(record_at)
        ld de,cell_rows
        ld a,(last_pair)
        rrca
        inc a
        ld b,a
store_pair:
        ; lines change little: find the first pair that did
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
        ; only now what its cells share
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
        ; may be white likewise
        inc e
        inc l
        ld a,(de)
        ld c,a
        xor (hl)
        ld (hl),c
        ld c,a
        inc e
        inc l
        ; the places in both, and the black cells, for later
        push hl
        push de
        ld a,c
        push af
        ; h = where the records are that cross there, e = all bits but this line's
        ld a,e
        dec a
        rrca
        rrca
        and 3
        ld hl,(store_mask)              ; h = (store_first_page)
        add a,h
        ld h,a
        ld a,e
        ld e,l
        ld l,b
        ; b = a' = one more than the last of the eight cells, c = the low byte of their pairs, or nearly so
        add a,a
        add a,a
        ld b,a
        cp a
        ex af,af'
        ld a,(store_offset)
        ld c,a
        ; white cells first,
        ld a,l
        or a
        call nz,store_cells
        pop af
        or a
        jr z,store_changed_done
        ; then black ones, in the other byte of each pair
        ld l,a
        ex af,af'
        ld b,a
        or a
        ex af,af'
        inc c
        ld a,l
        call store_cells
store_changed_done:
        ; the next pair, or all are done: how many cells are left unknown
        pop de
        pop hl
        pop bc
        djnz store_next_pair
        ld (unknown_count),ix
        ret
store_next_pair:
        ; white and black likewise: has the pair changed?
        ld a,(de)
        cp (hl)
        jr nz,store_changed
        inc e
        inc l
        ; what may be white
        ld a,(de)
        cp (hl)
        jr nz,store_changed
        inc e
        inc l
        djnz store_next_pair
        ld (unknown_count),ix
        ret

; Purpose   what the cells of all rows, or of all columns, have in common
; In        carry: rows; (counting)
; Out       store_first_page, draw_at, draw_after
; Corrupts  af, de, hl
; Cost      113 to 186 T
; Used by   begin_part, put_cell
store_begin_part:
        ld de,draw_in_row
        ld a,column_cells_page
        jr c,store_begin_rows
        ld de,draw_in_column
        ld a,row_cells_page
store_begin_rows:
        ; while counting, a cell goes onto the trail first, and then onto the screen or nowhere
        ld (store_first_page),a
        ld (draw_at),de
        ld (draw_after),de
        ld a,(counting)
        cp 2
        ret c
        ld hl,store_on_trail
        ld (draw_at),hl
        ret z
        ld hl,store_next
        ld (draw_after),hl
        ret

; Purpose   what the cells of a line have in common
; In        (line_at_hand), (unknown_count)
; Out       store_offset, store_mask; ix, b', c', d'
; Corrupts  af, b, hl, h', l'
; Cost      189 T, or 209 T
; Used by   store_found, put_cell
store_begin:
        ; columns cross a row: their marks begin at first_column
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
        set 7,l                         ; row_high
        ld b,(hl)
        jr store_begin_line
store_begin_column:
        ; rows cross a column
        sub first_column
        exx
        ld d,-1
        ld c,a
        inc c
        ld b,c
        srl b
store_begin_line:
        ; the pair of this line in the records that cross
        exx
        ld b,a
        rrca
        rrca
        and 0x0e
        sub record_size
        ld (store_offset),a
        ; all bits but its own
        ld a,b
        and 7
        ld l,a
        ld h,tables_page
        ld a,(hl)
        cpl
        ld (store_mask),a
        ret

; Purpose   put cells of one colour, of eight cells
; In        a = which of the eight, not 0; b, c, e, h, ix, the alternate registers as above
; Out       as store_found
; Corrupts  af, b, d, l, ix, e', h', l'
; Cost      about 30 T, 24 T a cell looked at, 190 to 560 T a cell more than mark_line
; Used by   store_found, put_cell
store_cells:
store_look:
        add a,a
        jr c,store_cell
        djnz store_look
store_cell:
        ; it may not have the other colour any more, in the record of the line that crosses
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
        ; the line that crosses is marked, if it is not
        ld a,b
        exx
        ld e,a
        add a,d
        ld l,a
        ld h,marks_page
        ld a,(hl)
        or a
        call z,mark_line
        ; and the cell goes onto the screen or the trail
        ld hl,(draw_at)
        jp (hl)

; Purpose   the next cell, once this one is drawn
; In        d = cells that are left, the first in bit 7; the rest as store_cells
; Out       as store_cells
; Corrupts  all but iy
; Cost      part of store_cells
; Used by   draw_cell, store_begin_part
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
; Cost      63 T, or 127 to 150 T
; Used by   store_cells, store_next, put_cell
mark_line:
        ; it is looked at again
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
        ; as find_row_mark
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
        ; from the end of the first part of the trail into the second
        ld hl,(trail_top)
        ld a,(trail_end)
        cp l
        jr nz,store_trail_goes_on
        ld a,(trail_end+1)
        cp h
        jr nz,store_trail_goes_on
        ld hl,(trail_second)
store_trail_goes_on:
        ; the cell; then it is drawn, or not
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
; Out       line_at_hand is the row
; Corrupts  all but bc, iy
; Cost      1,050 to 1,750 T
; Used by   walk_variants, put_common, go_on_black, probe_one
put_cell:
        ; its own record, as if an analysis had found it there
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
        scf
        call store_begin_part
        call store_begin
        pop bc
        push bc
        ; sixteen records a page: that of its column
        ld a,c
        rrca
        rrca
        rrca
        rrca
        and 0x0f
        ld hl,(store_mask)
        add a,h
        ld h,a
        ld e,l
        ld b,c
        inc b
        ; the colour as flags in af', as store_cells wants it
        ld a,(store_offset)
        ld c,a
        ld a,(cell_colour)
        or a
        jr z,put_white
        inc c                           ; it does not become 0
put_white:
        ex af,af'
        ld a,0x80
        call store_cells
        ld (unknown_count),ix
        pop bc
        ; its row is marked, too, if it is not
        ld h,marks_page
        ld l,b
        ld a,(hl)
        ld e,b
        inc e
        ld d,-1
        or a
        ret nz
        jp mark_line
