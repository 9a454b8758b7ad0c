; What follows for a line: the cells that have one colour in every arrangement of the groups.
;
; In and out, all in the page of the line (buffers.inc):
;   cell_rows     pairs of bytes, cell 0 in bit 0 of the first: may be black, may be white. A cell may be both (it is
;                 unknown) or one (it is known). Every cell after the line, up to the end of the pair after the one
;                 that holds cell line_length, is white.
;   line_length   1 to 62;  last_pair, last_mask: low byte of the pair, and the bit in it, of the last cell
;   group_count   0 to 31;  groups: a byte each, 1 or more
;   slack         line_length + 1 - sum of (group + 1), which has to be 0 or more
; After a contradiction cell_rows hold nothing of use.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse a line
; In        the page of the line
; Out       no carry: cell_rows with everything that follows; carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, af', bc', de', hl'
line_core:
        ld hl,cell_rows
        ld a,(group_count)
        or a
        jp z,whiten_bytes
        ld b,a
        ld e,(hl)
        inc l
        ld d,(hl)
        ld a,e
        and d
        inc a
        jr z,first_byte_unknown
        rra
        jr nc,left_untouched            ; the first cell is unknown
        jp trim_left

; eight unknown cells: is anything known at all?
first_byte_unknown:
        inc l
        ld a,(hl)
        inc l
        and (hl)
        inc a
        jr z,first_byte_unknown
        ; that was the byte in which the line ends, or the one after its end, when only the bits of the line were set
        ld c,a
        ld a,l
        ld hl,(last_pair)
        rlc h
        jr nc,first_look_end_pair
        inc l
        inc l
first_look_end_pair:
        inc l
        cp l
        jr nz,left_untouched
        ld a,c
        cp h
        jr nz,left_untouched
        ld a,(slack)
        or a
        jr z,left_untouched

; Then only the overlap of the leftmost and the rightmost packing is known.
; b = groups, c = slack, d = first cell of the group when packed to the left, hl = its length
        ld c,a
        ld hl,groups
        ld d,0
first_look_group:
        ld a,c
        cp (hl)
        jr nc,first_look_next
        add a,d                         ; from here
        ex af,af'
        ld a,d
        add a,(hl)
        dec a                           ; to here
        exx
        ld e,a
        ; de = may be white, of the first cell; b = low byte of the last cell's; c = the bits after the last cell
        rrca
        rrca
        and 0x1e
        inc a
        ld b,a
        ld a,e
        and 7
        add a,bits_above-bits_above/256*256
        ld l,a
        ld h,masks_page
        ld c,(hl)
        ex af,af'
        ld e,a
        and 7
        add a,bits_below-bits_below/256*256
        ld l,a
        ld a,e
        rrca
        rrca
        and 0x1e
        inc a
        ld e,a
        ld d,line_page
        ; a = the bits before the first cell
        cp b
        ld a,(hl)
        ex de,hl
        jr z,first_look_last_byte
        and (hl)
        ld (hl),a
        inc l
        inc l
        ld a,b
first_look_byte:
        cp l
        jr z,first_look_rest_done
        ld (hl),0
        inc l
        inc l
        jr first_look_byte
first_look_rest_done:
        xor a
first_look_last_byte:
        or c
        and (hl)
        ld (hl),a
        exx
first_look_next:
        ld a,d
        add a,(hl)
        inc a
        ld d,a
        inc l
        djnz first_look_group
        or a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Nothing to trim at the left. b = groups, e, d = first eight cells
left_untouched:
        ld a,b
        exx
        ld b,a
        ld hl,groups
        ld de,1
        exx
        xor a
        ld (rest_from),a
        ; nor at the right?
        ld hl,(last_pair)
        ld a,h
        ld h,line_page
        and (hl)
        inc l
        and (hl)
        ld a,(line_length)
        ld c,a
        jr z,trim_right
        ld a,(slack)
        ld (rest_slack),a
        ld b,a
        ld a,c
        sub b
        ld (packed_end),a
        ld a,b
        cp 8
        jp nc,wide
        ld c,d
        ld hl,cell_rows+2
        ld (row_at),hl
        ld d,1
        jp first_gap

; Trim what is settled at either end: cells known white, and groups of which the outermost cell is known.
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
        push af
        push bc
        ld b,mirror_page
        ld c,d
        ld a,(bc)
        ld (hl),a
        dec l
        ld c,e
        ld a,(bc)
        ld (hl),a
        dec hl
        jr right_fetch
right_byte:
        push af
        push bc
right_fetch:
        ld b,mirror_page
        ld c,(hl)
        ld a,(bc)
        ld d,a
        dec l
        ld c,(hl)
        ld a,(bc)
        ld e,a
        inc l
        xor a
        ex af,af'
        pop bc
        ld b,8
        pop af
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
