; Settled cells at either end of a line are taken off it before its arrangements are looked at.

; Purpose   trim cells known white, and groups of which the outermost cell is known, off both ends
; In        b' = groups, hl' = the first, e' = 1, d' = 0; e, d = first eight cells, hl = may be white of them
; Out       continues at first_gap, wide or fixed with what is left; or as line_core
; Corrupts  all but iy
; Cost      50 to 1,300 T more than trim_within_byte
; Used by   line_core
trim_left:
        ; left side first; c counts the cells that are left
        ld a,(line_length)
        ld c,a
        ld ix,left_next_byte
        call trim_side
        ; cells trimmed are those that are no more: the first one left
        ld a,(line_length)
        sub c
        ld (rest_from),a
        ; is the last cell known? If it is not, nothing can be trimmed at the right
        ld hl,(last_pair)
        ld a,h
        ld h,line_page
        and (hl)
        inc l
        and (hl)
        jr nz,trimmed

; Purpose   the same at the right end alone
; In        hl = may be white of the last eight cells; c = cells left, b' = groups left, hl' = the first, d' as at
;           trim_left
; Out       continues at first_gap, wide or fixed with what is left; or as line_core
; Corrupts  all but iy
; Cost      50 to 1,300 T more than trim_within_byte
; Used by   left_untouched, trim_left
trim_right:
        ; groups are taken from the last one down
        exx
        ld a,l
        add a,b
        dec a
        ld l,a
        ld e,-1
        exx
        call right_byte
        ld ix,right_next_byte
        ; the cells after the line in this byte are not looked at
        ld a,(line_length)
        neg
        and 7
        call skip_cells
        call trim_within_byte
        ; hl' leads to the first group again
        exx
        ld a,l
        sub b
        inc a
        ld l,a
        exx
; c = cells left, b' = groups left, hl' = the first, d' = cells trimmed with groups
trimmed:
        exx
        ld a,d
        exx
        ; white cells trimmed take from the slack
        add a,c
        ld hl,slack
        add a,(hl)
        ld l,line_length-256*line_page
        sub (hl)
        ret c
        jp z,fixed
        ld b,a
        ; slack is left, so groups can move: what the columns want to know of the cells left
        ld l,rest_from-256*line_page
        ld d,(hl)
        ld a,d
        add a,c
        sub b
        inc l
        ld (hl),a                       ; packed_end
        inc l
        ld (hl),b                       ; rest_slack
        ld c,d
        ld a,b
        cp 8
        jp nc,wide
        ; the pair of the first cell left
        ld a,c
        and 0x38
        rrca
        rrca
        ld l,a
        call open_cells
        jp first_gap

; Purpose   skip cells at the outer end of a byte
; In        a = how many, 0 to 7, z where none; e, d
; Out       e, d, and b = cells left in the byte
; Corrupts  af
; Cost      18 T, or 34 T and 36 T a cell skipped, or 29 T more than skip_many
; Used by   fixed, trim_right
skip_cells:
        ; the shorter way round the byte
        ld b,8
        ret z
        cp 5
        jp nc,skip_many
skip_cell:
        rrc e
        rrc d
        dec b
        dec a
        jr nz,skip_cell
        ret

; Purpose   trim one side
; In        e = may be black, d = may be white, the outermost cell in bit 0; c = cells left; ix = fetches the next;
;           hl' = outermost group, e' = 1 or -1 to the next, b' = groups left, d' = cells trimmed with groups
; Out       c, b', d'; or it returns to the caller of line_core: everything is settled, or a contradiction
; Corrupts  af, b, d, e, hl, af', c', hl'
; Cost      60 to 120 T, 100 to 180 T a group, 25 to 40 T a cell of none, 40 to 62 T a cell of a group, 170 to 320 T
;           a byte
; Used by   trim_left
trim_side:
        ld b,8

; Purpose   trim one side, from within a byte on
; In        as trim_side, and b = cells left in the byte
; Out       as trim_side
; Corrupts  as trim_side
; Cost      as trim_side
; Used by   fixed, trim_right, trim_side
trim_within_byte:
        xor a
        ex af,af'                       ; a' = has this byte been changed?
trim_cell:
        ; white cells go by one by one, until one may be black
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

; Purpose   a black cell outermost: the next group stands here
; In        as trim_side, the cell's bits rotated out already
; Out       as trim_side
; Corrupts  as trim_side
; Cost      part of trim_side
; Used by   fixed_cell, trim_not_white
trim_group:
        ; no group left for it: a contradiction
        exx
        ld a,b
        or a
        jr z,trim_contradiction_of_groups
        ; take the next group, and count it and the gap behind it as trimmed
        dec b
        ld c,(hl)
        ld a,l
        add a,e
        ld l,a
        ; d' counts its cells and the gap
        ld a,c
        add a,d
        inc a
        ld d,a
        ld a,c
        ; it has to fit into the cells left; with the gap there is one more, but not at the end of the line
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
        ; a cell known to be white is a contradiction; an unknown one becomes black
        rrc e
        jr nc,trim_contradiction
        rrc d
        jr nc,trim_group_cell
        ; only a byte that has been changed is put back at the end
        res 7,d
        ex af,af'
        inc a
        ex af,af'
        jr trim_group_cell
trim_gap:
        ; behind the group a cell that has to be white
        bit 7,c
        jr nz,trim_no_gap
        rrc d
        jr nc,trim_contradiction
        rrc e
        jr nc,trim_gap_known
        ; unknown until now
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
        ; put back what was changed; the caller of line_core is next
        ex af,af'
        or a
trim_whitened:
        call nz,trim_put_back
        pop hl
        ; each group has to have found its place
        exx
        ld a,b
        exx
        and 0x7f
        ret z
        scf
        ret
trim_no_gap:
        ; the group ends with the line
        rrc d
        rrc e
        jr trim_settled
trim_contradiction_of_groups:
        exx
trim_contradiction:
        pop hl
        scf
        ret

trim_unknown:
        ; an unknown cell ends the side, unless there is no slack, or no group is left
        exx
        ld a,b
        exx
        or a
        jp m,fixed_cell
        jr z,trim_whiten
        ex af,af'
        or a
        ret z

; Purpose   put back a byte that is done in part
; In        as trim_side; b = cells of the byte that are left, the one at hand included
; Out       hl, d, e, b; a' = 0
; Corrupts  f, f'
; Cost      20 T, and 29 T a cell passed over more than trim_next_byte
; Used by   trim_settled, trim_unknown
trim_put_back:
        ; the byte has to come round to where it began
        jr trim_put_back_next
trim_realign:
        rrc d
        rrc e
trim_put_back_next:
        djnz trim_realign

; Purpose   put a byte of cells back and fetch the next
; In        ix = left_next_byte or right_next_byte, and what that wants
; Out       hl, d, e, b; a' = 0
; Corrupts  f, f'
; Cost      93 T, or 156 T; to the left, to the right
; Used by   trim_within_byte, trim_group, trim_put_back, trim_whiten
trim_next_byte:
        jp (ix)

; no group left: all cells left are white
trim_whiten:
        ; an unknown cell becomes white; a black one is a contradiction
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
; Corrupts  f, f'
; Cost      85 T
; Used by   fixed, trim_left
left_next_byte:
        ; both bytes of the pair; hl then leads to the next pair
        ld (hl),d
        dec l
        ld (hl),e
        inc l
        inc l
        ; the next pair
        ld e,(hl)
        inc l
        ld d,(hl)
        ex af,af'
        jr next_byte_fetched

; Purpose   the same from right to left, bits mirrored
; In        hl = where d goes; e, d mirrored
; Out       hl, d, e, b; a' = 0
; Corrupts  f'
; Cost      148 T
; Used by   trim_right
right_next_byte:
        ; as they lie in the line: their bits are mirrored back
        ex af,af'
        ld b,d
        ld d,mirror_page
        ld a,(de)
        dec l
        ld (hl),a
        inc l
        ; may be white likewise
        ld e,b
        ld a,(de)
        ld (hl),a
        dec l
        dec l
        jr right_fetch

; Purpose   fetch a byte of cells, bits mirrored, and put none back
; In        hl = its may be white
; Out       d, e, b = 8; hl = its may be white; a' = 0
; Corrupts  f'
; Cost      84 T
; Used by   trim_right
right_byte:
        ex af,af'
        ld d,mirror_page
right_fetch:
        ld e,(hl)
        ld a,(de)
        ld b,a
        ; may be black likewise
        dec l
        ld e,(hl)
        ld a,(de)
        ld e,a
        ld d,b
        inc l
next_byte_fetched:
        xor a
        ld b,8
        ex af,af'
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   all cells are white, from a whole byte on
; In        hl = its may be black
; Out       carry where a cell is known to be black
; Corrupts  af, l
; Cost      43 T, and 65 T a byte, or 9 T and 65 T a byte; the latter where there is a black cell
; Used by   line_core
whiten_bytes:
        ; up to the byte that has the last cell
        ld a,(last_pair)
        cp l
        jr c,whitened
whiten_byte:
        ; none is black, and each has to be able to be white
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
