; Between the grid and the line analysis.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line at hand
; In        (line_at_hand), what begin_part has set
; Out       cell_rows: its cells with everything that follows, (record_at); carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, the alternate registers
; Cost      290 to 1,250 T more than line_core, single_group; 21 T a group and a byte of the record
; Used by   look_on
analyse_line:
        ld a,(line_at_hand)
        ld c,a
        ; its clue: the count and the slack, then the groups
        add a,a
        ld l,a
        ld h,clue_at/256
        ld e,(hl)
        inc l
        ld h,(hl)
        ld l,e
        ld a,c
        ; count and slack, two bytes before the groups
        ld c,(hl)
        ld b,0
        inc c
        inc c
        ld de,group_count
        ldi
        ldi
        ; no groups to copy where the line has none
        jp po,analyse_no_groups         ; bc is 0
        ld de,groups
        ldir
analyse_no_groups:
        call record_of_line
        ld (record_at),hl
        ; the cells as they are known now; behind the line begin_part has made them white
        ld de,cell_rows
        ld bc,(record_bytes)
        ldir
        ; a line with one group has a quicker way
        ld a,(group_count)
        dec a
        jp nz,line_core
        jp single_group

; Purpose   the record of a line
; In        a = line number
; Out       hl
; Corrupts  af
; Cost      56 T
; Used by   find_cell, find_crossing_cell, analyse_line, list_candidates
record_of_line:
        rrca
        rrca
        rrca
        rrca
        ld h,a
        and 0xf0
        ld l,a
        xor h
        add a,row_cells_page
        ld h,a
        ret
