; Between the grid and the line analysis.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line at hand
; In        (line_at_hand)
; Out       line_result: its cells with everything that follows; carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, the alternate registers
; Cost      about 2,000 T more than the analysis
analyse_line:
        ld a,(line_at_hand)
        push af
        ; the clue: the count, the slack, the groups
        add a,a
        ld l,a
        ld h,clue_at/256
        ld a,(hl)
        inc l
        ld h,(hl)
        ld l,a
        ld de,group_count
        ldi
        ldi
        ld de,groups
        ld bc,max_groups
        ldir
        pop af
        push af
        cp first_column
        ld a,(width)
        jr c,analyse_row
        ld a,(height)
analyse_row:
        ; the length, and where the last cell is
        ld (line_length),a
        dec a
        ld c,a
        rrca
        rrca
        and 0x1e
        ld (last_pair),a
        ld a,c
        and 7
        ld l,a
        ld h,tables_page
        ld a,(hl)
        ld (last_mask),a
        ; the cells, and the white ones behind the last pair of a record
        pop af
        call record_of_line
        ld de,cell_rows
        ld bc,record_size
        ldir
        xor a
        ld (de),a
        inc de
        dec a
        ld (de),a
        call line_core
        ret c
        ld hl,cell_rows
        ld de,line_result
        ld bc,record_size
        ldir
        or a
        ret

; Purpose   the record of a line
; In        a = line number
; Out       hl
; Corrupts  af
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
