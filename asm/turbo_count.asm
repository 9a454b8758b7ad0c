; Counting solutions: the tree of variants, walked by trying black and then white for the first unknown cell.
;
; The trail remembers the cells in the order in which they became known, two bytes each: row and column, bit 7 of
; the row for a cell that was tried black. To go back is to make the cells on the trail unknown again, down to the
; last one tried; no more is to be remembered, since between two trials no line is marked. A cell is on the trail
; once at most. The trail takes the memory that BASIC leaves free, from STKEND up to the machine stack.

guess_bit:          equ 7
stack_reserve:      equ 256             ; bytes below the stack pointer: our own calls and the interrupt's
trail_margin:       equ 20              ; above STKEND
line_room:          equ 126             ; bytes of trail that a line and a guess may take
minute:             equ 12              ; in 256 frames of 1/50 s

; ---------------------------------------------------------------------------------------------------------------
; Purpose   count the solutions from the grid as it is
; In        a = 0: all of them; else up to 100, and for about a minute
; Out       a = status_done where that is all, or what it was stopped by; count_digits; common, unless none was
;           found; the grid as it was, no line marked
; Corrupts  f, bc, de, hl, ix, the alternate registers but for hl'
; Cost      what the tree takes
count_solutions:
        exx
        push hl
        exx
        ld (count_limited),a
        ld a,1
        ld (counting),a
        ld a,(sysvar_frames+1)
        add a,minute
        ld (deadline),a
        ld hl,(sysvar_stkend)
        ld de,trail_margin
        add hl,de
        ld (trail_start),hl
        ld (trail_top),hl
        ld hl,0-stack_reserve-line_room
        add hl,sp
        ld (trail_limit),hl
        xor a
        ld (open_row),a
        ld (solution_known),a
        ; the count, right-aligned
        ld hl,count_digits
        ld b,count_size
count_clear_digit:
        ld (hl)," "
        inc hl
        djnz count_clear_digit
        ld (hl),b
        dec hl
        ld (hl),"0"
        call print_count
        call walk_variants
        ; back to where it began
        push af
        call clear_all_marks
count_unwind:
        call take_last
        jr nc,count_unwind
        pop af
        exx
        pop hl
        exx
        ret

; Purpose   walk the tree
; In        the grid, (counting), (count_limited), an empty trail
; Out       a = status
; Corrupts  f, bc, de, hl, ix, the alternate registers
; Cost      what the tree takes
walk_variants:
        call look_at_lines
        or a
        jr z,walk_solution
        dec a
        jr z,walk_back
        dec a
        jr z,walk_guess
        add a,2
        ret
walk_solution:
        call add_solution
        or a
        ret nz
walk_back:
        call clear_all_marks
walk_back_cell:
        call take_last
        ld a,status_done
        ret c
        bit guess_bit,d
        jr z,walk_back_cell
        ; it was tried black; so it is white
        ld a,b
        ld (open_row),a
        ld a,not_black
        ld (cell_colour),a
        call put_cell
        jr walk_variants
walk_guess:
        ld a,2
        ld (counting),a
        call first_unknown
        ld a,b
        ld (open_row),a
        ld a,not_white
        ld (cell_colour),a
        call put_cell
        ld hl,(trail_top)
        dec hl
        dec hl
        set guess_bit,(hl)
        jr walk_variants

; Purpose   take the last cell off the trail and make it unknown
; In        the trail
; Out       b = row, c = column, d = what the trail had of the row; carry: the trail is empty
; Corrupts  af, e, hl
; Cost      about 1,050 T
take_last:
        ld hl,(trail_top)
        ld de,(trail_start)
        or a
        sbc hl,de
        scf
        ret z
        add hl,de
        dec hl
        ld c,(hl)
        dec hl
        ld b,(hl)
        ld (trail_top),hl
        ld d,b
        res guess_bit,b
        push de
        call take_cell
        pop de
        or a
        ret

; Purpose   no line is marked any more
; In        the marks
; Out       none is left, in memory and on the screen; marked_count
; Corrupts  af, bc, de, hl
; Cost      2,400 T, and 270 T a mark
clear_all_marks:
        ld h,marks_page
        ld l,0
clear_next_mark:
        ld a,1
        ld b,a
        cpir
        dec l
        ld a,l
        cp line_numbers
        jr z,clear_marks_done
        ld (hl),0
        push hl
        call clear_mark
        pop hl
        jr clear_next_mark
clear_marks_done:
        xor a
        ld (marked_count),a
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   count the solution in the grid, and remember what the cells are in it
; In        line_cells, (count_limited)
; Out       a = status_limit when there are enough, else 0
; Corrupts  f, bc, de, hl
; Cost      15,000 T the first time, then 41,000 T
add_solution:
        ; the first one is copied, the others added
        ld hl,solution_known
        ld a,(hl)
        ld (hl),1
        ld hl,line_cells
        ld de,common
        ld bc,common_size
        or a
        jr nz,add_byte
        ldir
        jr add_count
add_byte:
        ld a,(de)
        or (hl)
        ld (de),a
        inc de
        inc hl
        dec bc
        ld a,b
        or c
        jr nz,add_byte
add_count:
        ld hl,count_digits+count_size
add_carry:
        dec hl
        ld a,(hl)
        or "0"
        inc a
        ld (hl),a
        sub "9"+1
        jr c,add_counted
        ld (hl),"0"
        jr add_carry
add_counted:
        call print_count
        ld a,(count_limited)
        or a
        ret z
        ld a,(count_digits+count_size-3)
        and 0x10
        ret z
        ld a,status_limit
        ret

; Purpose   print the count where BASIC has put its word
; In        count_digits
; Out       the screen
; Corrupts  af, bc, de, hl
; Cost      about 450 T a digit, and 25 T a blank
print_count:
        ld hl,count_digits-1
        ld a," "
print_skip_blank:
        inc hl
        cp (hl)
        jr z,print_skip_blank
        ld de,count_on_screen
        jp print_text

; ---------------------------------------------------------------------------------------------------------------
; Purpose   put into the grid what all solutions have in common
; In        a = status, solution_known, common; nothing marked
; Out       a as it was; the marks that this makes are cleared
; Corrupts  f, bc, de, hl
; Cost      250 T a cell, and put_cell for those it puts
put_common:
        push af
        xor a
        ld (counting),a
        ld a,(solution_known)
        or a
        jr z,put_common_done
        ld b,0
put_common_row:
        ld c,0
put_common_cell:
        call find_cell
        ; d = its bit; known already?
        ld a,(hl)
        inc l
        and (hl)
        and d
        jr z,put_common_next
        push de
        ld de,common-line_cells-1
        add hl,de
        pop de
        ; one of the two bits is there at least
        ld a,(hl)
        inc hl
        and d
        ld a,not_black
        jr z,put_common_known
        ld a,(hl)
        and d
        jr nz,put_common_next
        ld a,not_white
put_common_known:
        ld (cell_colour),a
        call put_cell
put_common_next:
        inc c
        ld a,(width)
        cp c
        jr nz,put_common_cell
        inc b
        ld a,(height)
        cp b
        jr nz,put_common_row
put_common_done:
        call clear_all_marks
        pop af
        ret
