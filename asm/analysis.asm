; Complete analysis of a line: the cells that have one colour in every arrangement of the groups.
;
; In and out (buffers.inc):
;   cell_rows     pairs of bytes, cell 0 in bit 0 of the first: may be black, may be white. A cell may be both (it is
;                 unknown) or one (it is known). Every cell after the line, up to the end of the pair after the one
;                 that holds cell line_length, is white.
;   line_length   1 to 62;  last_pair, last_mask: low byte of the pair, and the bit in it, of the last cell
;   group_count   0 to 31;  groups: a byte each, 1 or more
;   slack         line_length + 1 - sum of (group + 1), which has to be 0 or more
; After a contradiction cell_rows hold nothing of use.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse a line
; In        as above
; Out       no carry: cell_rows with everything that follows; carry: no arrangement fits
; Corrupts  af, bc, de, hl, ix, af', bc', de', hl'
; Cost      111 to 49,300 T; see docs/verification.md
; Used by   read_end, analyse_line
line_core:
        ; without groups there is nothing to place: every cell is white
        ld hl,cell_rows
        ld a,(group_count)
        or a
        jp z,whiten_bytes
        ; what trimming starts with: the first group, the step to the next one, no cell trimmed
        ld b,a
        exx
        ld b,a
        ld hl,groups
        ld de,1
        exx
        ; how much is known at the left end decides the way: eight unknown cells at least, one, or none
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
        ; on from byte to byte while every cell may be both
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
        ; anything known before the end of the line? Then all arrangements have to be looked at
        inc l
        cp l
        jr nz,left_untouched
        ; the same where the last byte has more than the line left unknown
        ld a,c
        cp h
        jr nz,left_untouched
        ; without slack each cell is settled, and nothing needs to overlap
        ld a,(slack)
        or a
        jr z,left_untouched

; Then only the overlap of the leftmost and the rightmost packing is known.
; b = groups, c = slack, d = first cell of the group when packed to the left, hl = its length
        ld c,a
        ld hl,groups
        ld d,0
first_look_group:
        ; a group longer than the slack covers the same cells in both packings: those from
        ; its last start up to its first end
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
        ; the mask of what lies behind that cell
        ld a,e
        and 7
        add a,bits_below+1-bits_below/256*256
        ld l,a
        ld h,masks_page
        ld a,(hl)
        cpl
        ld c,a
        ; the first cell likewise: its byte, and the mask of what lies before it
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
        ; in more than one byte: the end of the first, then whole ones
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
        ; nothing before the first cell: it is in an earlier byte
        xor a
first_look_last_byte:
        ; white is what may be no more, but for the cells outside
        or c
        and (hl)
        ld (hl),a
        exx
first_look_next:
        ; the next group begins behind this one and a white cell
        ld a,d
        add a,(hl)
        inc a
        ld d,a
        inc l
        ; it always fits
        djnz first_look_group
        or a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Nothing to trim at the left. b' = groups, hl' = the first, e' = 1, d' = 0; e, d = first eight cells
left_untouched:
        ; what is left after trimming begins with the first cell
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
        ; nothing is trimmed: packed_end is the length less the slack
        ld l,slack-256*line_page
        ld a,(hl)
        or a
        jp z,fixed
        ld b,a
        inc l
        inc l
        ld a,c
        sub b
        ld (hl),a                       ; packed_end
        inc l
        ld (hl),b                       ; rest_slack
        ld a,b
        cp 8
        jp nc,wide
        ld c,d
        ld ix,cell_rows+2
        ld d,1
        jp first_gap
