; All arrangements of what trimming left, in a column of eight offsets.
;
; Every group is placed by its offset: how far it stands from where it is when all groups stand as near to the left as
; they can. Offsets run from 0 to the slack and never fall from one group to the next. Gap j is what lies between
; group j and group j+1; gap 0 is before the first, gap k after the last group. An arrangement is a path: along gap 0
; to the offset of group 1, over group 1, along gap 1 to an offset that is as great or greater, over group 2 ...
;
; A set of offsets is a byte, bit 0 the smallest. Left to right, for every gap, D: at which offsets does the path come
; from the group before (the group covers no white cell there), and R: at which can it then be (it continued over cells
; that are not black; "on from D to the next black cell" is one addition, in which the carry runs). All D and R are
; pushed. Right to left, with the bits mirrored so that the same addition runs the other way: of R, the offsets from
; which the path reaches the right end are the white cells that can be; of D, those are the places where the group
; can stand. Each is painted at once: the paint is a byte for each colour that slides along the line, and the bits
; that come out of it say of one cell after the other, from the right, whether it can have that colour.
;
; A line with a slack of 8 or more takes several columns: see wide.asm.

; Purpose   every arrangement of what trimming left, in one column
; In        e and what follows in d may be black, c and b may be white, from the first cell on, bit 0 first. d has a bit
;           more, set: when that comes out it is empty. ix = the next pair; hl' = first group, b' = groups
;           (rest_from), (rest_slack), (packed_end)
; Out       as line_core
; Corrupts  all but iy
; Cost      about 300 T, 130 T a gap, 57 T a cell, 190 T a gap back, 53 T a cell back, 170 T a byte painted
; Used by   left_untouched, trimmed
first_gap:
        ; gap 0 grows from offset 0 up to the first black cell, which it cannot cover
        ld a,c
        inc a
        xor c

; Purpose   the same from where gap 0 is known on; wide.asm starts its columns here
; In        a = at which offsets gap 0 can end; the rest as first_gap, the sets pushed before lie on the stack
; Out       as first_gap; in a wide line it continues at next_column
; Corrupts  all but iy
; Cost      part of first_gap, or of wide
; Used by   first_gap, column_forward
column_start:
        ; the sets go onto the stack, to be met again on the way back; the group is next
        ld l,a
        push hl
        exx
        ld e,b
        ld a,(hl)
        inc l
        exx
        ld h,a
        ld a,l

; a = offsets; h cells of the group have to be cells that may be black
fit_cell:
        ; at an offset where its next cell cannot be black the group cannot stand; then the line moves on
        ; by a cell, against the offsets
        and e
        srl d
        jr z,fit_refill
fit_refilled:
        rr e
        srl b
        rr c
        dec h
        jp nz,fit_cell

; self-modifying: wide.asm puts a jump over the two bytes from here on, and the third is not reached then
pass_gap:
        ; D: where the group has been passed. A white cell in the gap, and the path may go on to a greater
        ; offset: the addition carries each one up to the next black cell
        ld h,a
        and c
        add a,c
pass_gap_carry:
        ; R: where a carry has come by, and D itself, as far as the cell of the gap can be white
        xor c
        or h
        and c
        ld l,a
        push hl
        ; the next group, if there is one, behind the cell of the gap
        exx
        ld a,(hl)
        inc l
        dec b
        exx
        jr z,last_gap
        ; the gap's own cell leaves, and its group follows
        ld h,a
        ld a,l
        srl d
        jr z,gap_refill
        rr e
        srl b
        rr c
        jp fit_cell

; the next eight cells; the first of them leaves d at once
fit_refill:
        ; the set bit behind them tells when the eight are used up
        ld d,(ix+0)
        ld b,(ix+1)
        inc ixl
        inc ixl
        scf
        rr d
        jr fit_refilled
; after a gap no cell has been checked yet
gap_refill:
        ; so that fit_refilled counts no cell of the group
        inc h
        jr fit_refill

; instead of the first bytes of pass_gap: the carry comes from the last offset of the column before
pass_gap_wide:
        ld hl,0                         ; column_size
        add hl,sp
        ld l,(hl)
        ld h,a
        and c
        rl l
        adc a,c
        jp pass_gap_carry

; instead of the first bytes of back_gap_carry: the carry comes from the first offset of the column after
back_gap_wide:
        ld e,a
        exx
        ld a,(de)
        exx
        rla
        ld a,e
        adc a,c
        ; as there; the column before wants the result, too
        cpl
        and e
        or c
        ld c,a
        exx
        ld (de),a
        exx
        jp back_gap_white

; the last gap has to reach the end of the line
last_gap:
        ; more columns follow, if the slack has more offsets than this one
        ld a,(rest_slack)
        cp 8
        jp nc,next_column
        ; of this one, only so many offsets as the slack has: what can end at the right end begins the way back
        ld h,mirror_page
        ld b,(hl)
        inc h
        ld l,a
        ld a,(hl)
        ld c,a
        and b
        jr z,no_arrangement
        ; the first byte to paint, and how many bits of it are not reached
        ld a,(packed_end)
        dec a
        ld e,a
        and 7
        ld l,a
        ld h,(hl)
        ; low byte of the pair to begin with; b', c' to the last group, e' counts gaps up from there
        ld l,0
        ld a,e
        rrca
        rrca
        and 0x1e
        add a,3
        ; hl' has come to two behind the last group
        exx
        ld b,h
        ld c,l
        dec c
        dec c
        ld h,line_page
        ld l,a
        ld a,e
        cpl
        ld e,a
        exx
        ; no paint yet
        ld d,mirror_page
        xor a
        ld b,a
        jr back_gap

; a group and the gap before it: e = cells of the group still to paint
paint_cell:
        ; a cell enters the paint from both colours, and one leaves it into the byte to be painted
        srl b
        rl l
        or c
        rra
        rl h
        jr c,cell_painted
        dec e
        jp nz,paint_cell

; Purpose   from right to left: what can stand where, painted at once
; In        a = black paint, b = white paint, c = where the group after the gap can stand; d = mirror_page; h, l = what
;           came out of the paint, over a bit that is set: when that comes out, a byte of the line is painted. hl' = its
;           may be white; bc' = the group before the gap; e' = 255 less the number of the gap; the sets on the stack
; Out       no carry; cell_rows, or painted_rows where paint_byte jumps there; the sets are off the stack
; Corrupts  all but iy
; Cost      part of first_gap, or of wide
; Used by   last_gap, paint_cell, back_gap_carry, column_back
back_gap:
        ; R of this gap, mirrored: from which offsets does it go on to where the group behind can stand?
        ex af,af'
        pop ix
        ld e,ixl
        ld a,(de)
; self-modifying: wide.asm puts a jump over the two bytes from here on
back_gap_carry:
        ; the same addition in the other direction; each offset on the way is a white cell
        ld e,a
        add a,c
        cpl
        and e
        or c
        ld c,a
back_gap_white:
        ; D of this gap: those places of the group before that both sides agree on
        or b
        ld b,a
        ld e,ixh
        ld a,(de)
        and c
        ld c,a
        ; its length, and on to the gap before; before gap 0 there is no group
        exx
        ld a,(bc)
        dec c
        inc e
        exx
        jr z,paint_first_cells
        ld e,a
        ex af,af'
        ; the cell between two groups
        srl b
        rl l
        srl a
        rl h
        jp nc,paint_cell
        call paint_byte
        jp paint_cell
cell_painted:
        ; eight cells are complete
        call paint_byte
        dec e
        jp nz,paint_cell
        jp back_gap

; take the sets off the stack
no_arrangement:
        ; a set for each gap lies there: as many words as gaps have been passed
        exx
        ld l,e
        ld h,0
        inc hl
        add hl,hl
        add hl,sp
        ld sp,hl
        exx
        scf
        ret

; Purpose   paint a byte of the line: of its unknown cells, one that cannot be black is white and the other way round
; In        h = which can be black, l = which can be white; hl' = its may be white
; Out       hl = 0x100; hl' = may be white of the byte before
; Corrupts  af'
; Cost      126 T, or 100 T; the latter in a wide line
; Used by   back_gap_carry, paint_first_cells, next_column, columns_painted
paint_byte:
; self-modifying: wide.asm puts a jump over the two bytes from here on
        ; unknown cells that cannot be white are black
        ex af,af'
        ld a,l
        exx
        cpl
        dec l
        and (hl)
        cpl
        inc l
        and (hl)
        ld (hl),a
        ; and those that cannot be black are white
        exx
        ld a,h
        exx
        cpl
        and (hl)
        cpl
        dec l
        and (hl)
        ld (hl),a
        ; the byte before, and no cell painted of it
        dec l
        exx
        ld hl,0x100
        ex af,af'
        ret

; Everything is placed: paint what is still in the paint, the cell before the first one and seven cells.
; a' = black paint, b = white paint, h, l, d, hl' as in back_gap; no carry afterwards
paint_first_cells:
        ; does the line begin within a byte?
        ld a,(rest_from)
        and 7
        jr nz,paint_within_byte
        ; no: the byte is whole once the cell before the line has left the paint
        ex af,af'
        srl h
        rla
        ld e,a
        ld a,(de)
        ld h,a
        ; white likewise
        srl l
        rl b
        ld e,b
        ld a,(de)
        ld l,a
        or a
        jr paint_byte
paint_within_byte:
        ; mirrored back, since here the bits move the other way
        ld c,a
        ex af,af'
        ld e,a
        ld a,(de)
        ld e,b
        ld b,a
        ld a,(de)
        ; with what came out of the paint before
        ld d,h
        ld e,b
        ld h,l
        ld l,a
        ; de = black, hl = white, to be moved by c-1 bits; with c = 1, d and h are painted already
        dec c
        jr z,paint_whole_byte
        ld b,c
paint_move:
        add hl,hl
        ex de,hl
        add hl,hl
        ex de,hl
        djnz paint_move
        ; first the byte at hand, then the one before it
        push hl
        ld l,h
        ld h,d
        call paint_byte
        pop hl
paint_whole_byte:
        or a
        ld h,e
        jr paint_byte

; instead of paint_byte: add to what other columns paint
paint_byte_wide:
        ex af,af'
        ld a,l
        exx
        or (hl)
        ld (hl),a
        dec l
        exx
        ; black likewise
        ld a,h
        exx
        or (hl)
        ld (hl),a
        dec l
        exx
        ld hl,0x100
        ex af,af'
        ret

; Purpose   start to read cells
; In        hl = a pair of cell_rows, c = first cell: the pair is read from bit c mod 8 on
; Out       e, d, c, b, ix: as first_gap wants them
; Corrupts  af, l
; Cost      87 T, or 115 T and 48 T a cell into the byte
; Used by   trimmed, column_forward
open_cells:
        ; the byte at hand, and a set bit that tells when it is used up
        ld a,c
        ld e,(hl)
        inc l
        ld c,(hl)
        inc l
        ld d,1
        ; from within a byte on, the next one has to follow at once
        and 7
        jr z,open_whole_byte
        ld d,(hl)
        inc l
        ld b,(hl)
        inc l
        scf
        rr d
        jr open_first_bit
open_bit:
        ; cells before the first one leave
        srl d
open_first_bit:
        rr e
        srl b
        rr c
        dec a
        jr nz,open_bit
open_whole_byte:
        push hl
        pop ix
        ret
