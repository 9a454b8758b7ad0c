; What is settled at either end of a line is taken off it before its arrangements are looked at.

; Cells known white, and groups of which the outermost cell is known.
; b = groups, e, d = first eight cells, hl = may be white of them
trim_left:
        ld a,b
        exx
        ld b,a
        ld hl,groups
        ld de,1
        exx
        ld a,(line_length)
        ld c,a
        ld ix,left_next_byte
        call trim_side
        ld a,(line_length)
        sub c
        ld (rest_from),a
        ld hl,(last_pair)
        ld a,h
        ld h,line_page
        and (hl)
        inc l
        and (hl)
        jr nz,trimmed
trim_right:
        ld a,(last_pair)
        inc a
        ld l,a
        exx
        ld a,l
        ld (rest_groups),a
        add a,b
        dec a
        ld l,a
        ld e,-1
        exx
        ; the cells after the line in this byte are trimmed, too
        ld a,(line_length)
        ld b,a
        dec a
        or 7
        inc a
        sub b
        add a,c
        ld c,a
        call right_byte
        ld ix,right_next_byte
        call trim_side
        exx
        ld a,(rest_groups)
        ld l,a
        exx
; c = cells left, b' = groups left, hl' = the first, d' = cells trimmed with groups
trimmed:
        exx
        ld a,d
        exx
        ; white cells trimmed take from the slack
        add a,c
        ld b,a
        ld a,(line_length)
        sub b
        ld b,a
        ld a,(slack)
        sub b
        ret c
        ld (rest_slack),a
        ld b,a
        ld a,(rest_from)
        ld d,a
        add a,c
        sub b
        ld (packed_end),a
        ld c,d
        ld a,b
        cp 8
        jp nc,wide
        ld a,c
        and 0x38
        rrca
        rrca
        ld l,a
        call open_cells
        jp first_gap

; Purpose   trim one side
; In        e = may be black, d = may be white, the outermost cell in bit 0; c = cells left; ix = fetches the next;
;           hl' = outermost group, e' = 1 or -1 to the next, b' = groups left, d' = cells trimmed with groups
; Out       c, b', d'
;           Or returns to the caller of line_core: everything is settled, or a contradiction
; Corrupts  af, af', c'
trim_side:
        ld b,8
        xor a
        ex af,af'                       ; a' = has this byte been changed?
trim_cell:
        rrc e
        jr c,trim_not_white
        rrc d
        dec c
        jr z,trim_settled
trim_cell_done:
        djnz trim_cell
        call trim_next_byte
        jr trim_cell

trim_not_white:
        rrc d
        jr c,trim_unknown
        ; a black cell: the next group stands here
        exx
        ld a,b
        or a
        jr z,trim_contradiction_of_groups
        dec b
        ld c,(hl)
        ld a,l
        add a,e
        ld l,a
        ld a,c
        add a,d
        inc a
        ld d,a
        ld a,c
        exx
        cpl
        add a,c
        ld c,a                          ; -1: the group ends with the line
        inc a
        jp m,trim_contradiction
        exx
        ld a,c
        exx
trim_group_cell:
        djnz trim_group_same_byte
        call trim_next_byte
trim_group_same_byte:
        dec a
        jr z,trim_gap
        rrc e
        jr nc,trim_contradiction
        rrc d
        jr nc,trim_group_cell
        res 7,d
        ex af,af'
        inc a
        ex af,af'
        jr trim_group_cell
trim_gap:
        rrc d
        rrc e
        bit 7,c
        jr nz,trim_settled
        bit 7,d
        jr z,trim_contradiction
        bit 7,e
        jr z,trim_gap_known
        res 7,e
        ex af,af'
        inc a
        ex af,af'
trim_gap_known:
        ld a,c
        or a
        jr nz,trim_cell_done

; every cell is settled
trim_settled:
        ex af,af'
        or a
trim_whitened:
        call nz,trim_put_back
        pop hl
        exx
        ld a,b
        exx
        or a
        ret z
        scf
        ret
trim_contradiction_of_groups:
        exx
trim_contradiction:
        pop hl
        scf
        ret

trim_unknown:
        exx
        ld a,b
        exx
        or a
        jr z,trim_whiten
        ex af,af'
        or a
        ret z

; put a byte back that is done in part
trim_put_back:
        jr trim_put_back_next
trim_realign:
        rrc d
        rrc e
trim_put_back_next:
        djnz trim_realign
trim_next_byte:
        jp (ix)

; no group left: all cells left are white
trim_whiten:
        res 7,e
        dec c
        jr z,trim_all_white
        djnz trim_whiten_same_byte
        call trim_next_byte
trim_whiten_same_byte:
        rrc d
        jr nc,trim_contradiction
        rrc e
        jr trim_whiten
trim_all_white:
        inc c                           ; nz
        jr trim_whitened

; Purpose   put a byte of cells back and fetch the next, from left to right
; In        hl = where d goes
; Out       hl, d, e, b; a' = 0
left_next_byte:
        ld (hl),d
        dec l
        ld (hl),e
        inc l
        inc l
        ld e,(hl)
        inc l
        ld d,(hl)
        ld b,8
        ex af,af'
        xor a
        ex af,af'
        ret

; Purpose   the same from right to left, bits mirrored
right_next_byte:
        ex af,af'
        ld b,d
        ld d,mirror_page
        ld a,(de)
        dec l
        ld (hl),a
        inc l
        ld e,b
        ld a,(de)
        ld (hl),a
        dec l
        dec l
        jr right_fetch
right_byte:
        ex af,af'
        ld d,mirror_page
right_fetch:
        ld e,(hl)
        ld a,(de)
        ld b,a
        dec l
        ld e,(hl)
        ld a,(de)
        ld e,a
        ld d,b
        inc l
        xor a
        ld b,8
        ex af,af'
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   all cells are white, from a whole byte on
; In        hl = its may be black
; Out       carry where a cell is known to be black
; Corrupts  af, hl
whiten_bytes:
        ld a,(last_pair)
        cp l
        jr c,whitened
        ld (hl),0
        inc l
        ld a,(hl)
        inc l
        inc a
        jr z,whiten_bytes
        scf
        ret
whitened:
        or a
        ret
