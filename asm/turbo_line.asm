; Between the grid and the line analysis.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line at hand
; In        (line_at_hand)
; Out       cell_rows: its cells with everything that follows; carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, the alternate registers
; Cost      about 400 T more than the analysis, and 21 T a group and a byte of the record
analyse_line:
        ld a,(line_at_hand)
        ld c,a
        ; its clue: the count and the slack, then the groups
        add a,a
        ld l,a
        ld h,clue_at/256
        ld a,(hl)
        inc l
        ld h,(hl)
        ld l,a
        ld a,c
        ld c,(hl)
        ld b,0
        inc c
        inc c
        ld de,group_count
        ldi
        ldi
        jp po,analyse_no_groups         ; bc is 0
        ld de,groups
        ldir
analyse_no_groups:
        ; what all rows, or all columns, have in common
        ld hl,row_shape
        cp first_column
        jr c,analyse_row
        ld hl,column_shape
analyse_row:
        ld de,line_length
        ldi
        ldi
        ldi
        ; the cells, and the white ones behind the last pair of a record
        ld c,(hl)
        ld b,0
        call record_of_line
        ld de,cell_rows
        ldir
        ld hl,0xff00
        ld (cell_rows+record_size),hl
        jp line_core

; Purpose   the record of a line
; In        a = line number
; Out       hl
; Corrupts  af
; Cost      63 T
record_of_line:
        rrca
        rrca
        rrca
        rrca
        ld h,a
        and 0xf0
        ld l,a
        ld a,h
        and 0x0f
        add a,row_cells_page
        ld h,a
        ret
