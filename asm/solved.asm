; Once every cell is known, a line that is still marked needs no analysis: its groups must be those of its clue, in order.
; All lines are compared, since those without a mark hold anyway.


; ---------------------------------------------------------------------------------------------------------------
; Purpose   compare the grid with all clues: LET n=USR lines_wrong
; In        the variables, w and h the sizes; every cell of P$ is "0" or "1"
; Out       bc = 0 if every line has the groups of its clue, and then no mark is on the screen; else 1
; Corrupts  af, de, hl, ix
; Cost      15,000 to 600,000 T
; Used by   BASIC
lines_wrong:
        call packed_at
        call count_lines
compare_line:
        ; line a, from the last column to the first row
        ; the groups that are drawn against those of the clue: as many, and as long
        push af
        call drawn_line
        ld b,(hl)
        cp b
        jr nz,compare_wrong
        inc b
        ld hl,typed_groups
        jr compare_counted
compare_group:
        ; a length in the array against one that is drawn
        ld a,(de)
        cp (hl)
        jr nz,compare_wrong
        inc l
        call next_length
compare_counted:
        djnz compare_group
        pop af
        dec a
        jr nz,compare_line
        ; clear the marks: one pixel each, in the first column and in the top line
        ld hl,display_file
        ld de,display_row
        ld b,192
compare_unmark:
        res 7,(hl)
        add hl,de
        djnz compare_unmark
        ; the top line holds nothing but marks: all of it is cleared
        ld h,display_file/256
        ld d,h
        ld e,1
        ld (hl),b
        ld c,display_row-1
        ldir
        ret
compare_wrong:
        pop af
        ld bc,1
        ret
