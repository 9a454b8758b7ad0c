; Once every cell is known, a line that is still marked needs no analysis: its groups must be those of its clue, in order.
; All lines are compared, since those without a mark hold anyway.

grid_at:            equ 0xf32a          ; a word: P$(1,1)
grid_width:         equ 62              ; bytes of P$ for a row
display_file:       equ 0x4000

; ---------------------------------------------------------------------------------------------------------------
; Purpose   compare the grid with all clues: LET n=USR lines_wrong
; In        the variables, w and h the sizes; every cell of P$ is "0" or "1"
; Out       bc = 0 if every line has the groups of its clue, and then no mark is on the screen; else 1
; Corrupts  af, de, hl, ix
; Cost      about 40,000 T, 800 to 7,000 T a line, 45 T a cell
lines_wrong:
        call typed_variables
        ld c,kind_char_array+16
        call find_variable
        ; behind the name a length, how many dimensions, two sizes
        ld de,8
        add hl,de
        ld (grid_at),hl
        call value_h
        ld c,a
        ld l,at_w-256*typed_page
        call value_of
        add a,c
compare_line:
        ; line a, from the last column to the first row
        push af
        call find_line_a
        ld c,(hl)                       ; groups to come
        push de
        pop ix
        pop af
        push af
        ld b,a
        call value_h
        cp b
        ; de = from line to line; then from cell to cell
        ld de,1
        jr c,compare_from
        ld e,grid_width
compare_from:
        ld hl,(grid_at)
        ld a,(line_number)
        ld b,a
        jr compare_counted
compare_further:
        add hl,de
compare_counted:
        djnz compare_further
        ld a,grid_width+1
        sub e
        ld e,a
        ld a,(clue_cells)
        ld b,a
compare_white:
        bit 0,(hl)
        add hl,de
        jr nz,compare_group
compare_next:
        djnz compare_white
compare_end:
        ld a,c
        or a
        jr nz,compare_wrong
        pop af
        dec a
        jr nz,compare_line
        ; clear the marks: one pixel each, in the first column and in the top line
        ld hl,display_file
        ld de,32
        ld b,192
compare_unmark:
        res 7,(hl)
        add hl,de
        djnz compare_unmark
        ld h,display_file/256
        ld d,h
        ld e,1
        ld (hl),b
        ld c,31
        ldir
        ret
compare_group:
        dec c
        ld a,(ix+0)
        push de
        ld de,number_size-1
        add ix,de
        pop de
compare_black:
        dec a
        dec b
        jr z,compare_last
        bit 0,(hl)
        add hl,de
        jr nz,compare_black
        or a
        jr z,compare_next
compare_wrong:
        pop af
        ld bc,1
        ret
compare_last:
        or a
        jr z,compare_end
        jr compare_wrong

; Purpose   find a variable with a name of one letter
; In        c = its first byte
; Out       hl
; Corrupts  af, de
; Cost      about 220 T a variable before it
find_variable:
        ld hl,(sysvar_vars)
find_next:
        ld a,(hl)
        cp c
        ret z
        push bc
        call rom_next_variable
        pop bc
        ex de,hl
        jr find_next
