; What follows for a line: the cells that have one colour in every arrangement of the groups.
;
; A line of white and black cells fits the groups b1, b2 ... bk when an automaton with the states
;       w0  b1 states  w1  b2 states  w2  ...  bk states  wk
; reads it: a white state is entered by a white cell, from itself or from the last cell of the group before; a
; state of a group by a black cell, from the state before. A set of states is eight bytes, low bit first, so one
; step is a shift and two masks. Every state is entered by one colour only: what the sets reached from the left and
; the sets that lead to the right end have in common says which colours each cell can have.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse a line
; In        line_length, group_count, groups, cells
; Out       cells with everything that follows, no carry; carry, cells as they were: no arrangement fits
; Corrupts  af, bc, de, hl, ix
; Cost      about 2,900 T a cell
line_core:
        call build_masks
        ; the set before the first cell: w0 alone
        ld hl,state_sets
        ld (hl),1
        inc hl
        xor a
        ld b,set_size-1
clear_first_set:
        ld (hl),a
        inc hl
        djnz clear_first_set

; left to right: each set from the one before and the colours its cell may have
        ld hl,state_sets
        ld de,cells
        ld a,(line_length)
        ld b,a
forward_cell:
        push bc
        ld a,(de)
        push de
        call choose_masks
        ld d,h
        ld e,l
        ld bc,set_size
        add hl,bc
        ex de,hl
        ; (de) = (hl) shifted, and entered; or (hl), and stayed in
        ld ix,stay_mask
        ld b,set_size
        or a
forward_byte:
        ld a,(hl)
        ld c,a
        rla
        push af
        and (ix+enter_mask-stay_mask)
        ld (de),a
        ld a,c
        and (ix+0)
        ex de,hl
        or (hl)
        ld (hl),a
        ex de,hl
        pop af
        inc hl
        inc de
        inc ix
        djnz forward_byte
        pop de
        inc de
        pop bc
        djnz forward_cell

; at the right end only the last group's last cell and the last white state will do
        ld de,accept_mask
        call meet_sets
        scf
        ret z

; right to left: what the cell can be, then the sets that lead there
        push hl
        ld a,(line_length)
        ld b,a
        ld e,a
        ld d,0
        ld hl,cells-1
        add hl,de
        ex de,hl
        pop hl
backward_cell:
        push bc
        push de
        ; hl = the met set after this cell
        ld c,0
        ld de,white_mask
        call test_sets
        jr z,backward_not_white
        set 0,c
backward_not_white:
        ld de,black_mask
        call test_sets
        jr z,backward_not_black
        set 1,c
backward_not_black:
        pop de
        ld a,c
        ld (de),a
        push de
        call choose_masks
        ; next_set = those that enter or stay: (entered) shifted back, or stayed
        ld de,set_size-1
        add hl,de
        ld de,next_set+set_size-1
        ld ix,stay_mask+set_size-1
        ld b,set_size
        or a
backward_byte:
        ; carry is the bit that comes in from the byte above
        push af
        ld a,(hl)
        and (ix+0)
        ld c,a
        pop af
        push hl
        ld a,(hl)
        push af
        and (ix+enter_mask-stay_mask)
        ld l,a
        pop af
        ld a,l
        rra
        push af
        or c
        ld (de),a
        pop af
        pop hl
        dec hl
        dec de
        dec ix
        djnz backward_byte
        ; meet it with what is reached from the left
        ld de,set_size-1
        or a
        sbc hl,de
        ld de,next_set
        call meet_sets
        pop de
        dec de
        pop bc
        djnz backward_cell
        or a
        ret

; Purpose   masks for a cell: which states it may enter from the state before, which it may stay in
; In        a = what the cell may be
; Out       enter_mask, stay_mask
; Corrupts  af, bc
choose_masks:
        push hl
        push de
        ld c,a
        ld hl,white_mask
        ld de,stay_mask
        ld b,set_size
choose_byte:
        xor a
        bit 0,c
        jr z,choose_not_white
        ld a,(hl)
choose_not_white:
        ld (de),a
        bit 1,c
        jr z,choose_not_black
        push hl
        push de
        ld de,black_mask-white_mask
        add hl,de
        or (hl)
        pop de
        pop hl
choose_not_black:
        push hl
        ld hl,enter_mask-stay_mask
        add hl,de
        ld (hl),a
        pop hl
        inc hl
        inc de
        djnz choose_byte
        pop de
        pop hl
        ret

; Purpose   (hl) = (hl) and (de), whole sets
; Out       hl as it was; z: nothing in common
; Corrupts  af, bc, de
meet_sets:
        push hl
        ld bc,set_size*256
meet_byte:
        ld a,(de)
        and (hl)
        ld (hl),a
        or c
        ld c,a
        inc hl
        inc de
        djnz meet_byte
        pop hl
        ld a,c
        or a
        ret

; Purpose   have two sets anything in common?
; In        hl, de
; Out       hl as it was; z: nothing
; Corrupts  af, b, de
test_sets:
        push hl
        ld b,set_size
test_byte:
        ld a,(de)
        and (hl)
        jr nz,test_done
        inc hl
        inc de
        djnz test_byte
test_done:
        pop hl
        ret

; Purpose   the sets of white states, of black states, and of the states that may be last
; In        group_count, groups
; Out       white_mask, black_mask, accept_mask
; Corrupts  af, bc, de, hl, ix
build_masks:
        ld hl,white_mask
        ld b,3*set_size
        xor a
clear_masks:
        ld (hl),a
        inc hl
        djnz clear_masks
        ld ix,white_mask
        ld hl,groups
        ld c,1                          ; the bit
        ld a,(group_count)
        or a
        jr z,mask_last_white
mask_group:
        push af
        ld a,c
        or (ix+0)
        ld (ix+0),a
        call mask_next_bit
        ld b,(hl)
        inc hl
mask_black:
        ld a,c
        or (ix+black_mask-white_mask)
        ld (ix+black_mask-white_mask),a
        call mask_next_bit
        djnz mask_black
        pop af
        dec a
        jr nz,mask_group
        ; the state before the last white one
        push ix
        ld a,c
        rrca
        jr nc,mask_accept_black
        dec ix
mask_accept_black:
        ld (ix+accept_mask-white_mask),a
        pop ix
mask_last_white:
        ld a,c
        or (ix+0)
        ld (ix+0),a
        ld a,c
        or (ix+accept_mask-white_mask)
        ld (ix+accept_mask-white_mask),a
        ret
mask_next_bit:
        rlc c
        ret nc
        inc ix
        ret
