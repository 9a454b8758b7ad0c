; Lines without slack: every cell has but one colour left.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   check and paint what trimming left, where the groups fill it
; In        c = cells left, b' = groups left, hl' = the first; (rest_from)
; Out       as line_core
; Corrupts  all but iy
; Cost      about 190 T, 115 T a group, 110 T a cell of none, 63 T a cell of a group, 280 T a byte
; Used by   left_untouched, trimmed
fixed:
        ; trimming from the left does it, when an unknown cell at hand is made black: bit 7 of b' tells
        exx
        set 7,b
        ld e,1
        exx
        ; the pair of the first cell left, turned to that cell
        ld a,(rest_from)
        ld b,a
        and 0x38
        rrca
        rrca
        ld l,a
        ld h,line_page
        ld e,(hl)
        inc l
        ld d,(hl)
        ; cells of that byte before it are passed over
        ld ix,left_next_byte
        ld a,b
        and 7
        call skip_cells
        call trim_within_byte

; Purpose   an unknown cell where a group starts, in a line without slack: make it black
; In        as trim_side, the cell's bits rotated out already
; Out       continues at trim_group
; Corrupts  d, af'
; Cost      30 T
; Used by   fixed, trim_unknown
fixed_cell:
        res 7,d
        ex af,af'
        inc a
        ex af,af'
        jp trim_group

; Purpose   skip five to seven cells, the nearer way round
; In        a = how many; e, d
; Out       e, d, and b = cells left in the byte
; Corrupts  af
; Cost      24 T, and 29 T a cell left
; Used by   skip_cells
skip_many:
        cpl
        add a,9
        ld b,a
skip_back:
        rlc e
        rlc d
        djnz skip_back
        ld b,a
        ret

; Purpose   no arrangement fits, in a wide line: take everything off the stack
; In        (saved_sp)
; Out       carry, to the caller of line_core
; Corrupts  nothing
; Cost      34 T
; Used by   next_column
wide_no_arrangement:
        ld sp,(saved_sp)
        scf
        ret
