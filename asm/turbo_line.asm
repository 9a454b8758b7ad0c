; Between the grid and the line analysis. (This is for the first one, with a byte a cell.)

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line at hand
; In        (line_at_hand)
; Out       line_result: its cells with everything that follows; carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, the alternate registers
analyse_line:
        ld a,(line_at_hand)
        push af
        ; the clue
        add a,a
        ld l,a
        ld h,clue_at/256
        ld a,(hl)
        inc l
        ld h,(hl)
        ld l,a
        ld a,(hl)
        ld (group_count),a
        inc hl
        inc hl
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
        ld (line_length),a
        pop af
        call record_of_line
        ld de,cells
        ld c,8
unpack_pair:
        push hl
        ld a,(hl)
        inc l
        ld h,(hl)
        ld l,a
        ld b,8
unpack_cell:
        xor a
        rr l
        rla
        rr h
        rla
        ld (de),a
        inc de
        djnz unpack_cell
        pop hl
        inc l
        inc l
        dec c
        jr nz,unpack_pair
        call line_core
        ret c
        ld de,cells
        ld hl,line_result
        ld a,(line_length)
        ld b,a
pack_pair:
        ld c,8
pack_cell:
        ld a,b
        or a
        ld a,may_be_white
        jr z,pack_outside
        ld a,(de)
        inc de
        dec b
pack_outside:
        inc l
        rra
        rr (hl)
        dec l
        rra
        rr (hl)
        dec c
        jr nz,pack_cell
        inc l
        inc l
        ld a,l
        cp line_result_end
        jr nz,pack_pair
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
