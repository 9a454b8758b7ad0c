; Counting solutions: the tree of variants, walked by trying one colour and then the other for an unknown cell.
;
; The trail remembers the cells in the order in which they became known, two bytes each: row and column. A cell that was
; tried has bit 7 of the row set, and bit 6 too where it was tried white first; bit 7 of the column is set where the
; other colour follows, the first having been walked. To go back is to make the cells on the trail unknown again, down
; to the last one tried; nothing more is kept, since between two trials no line is marked. A cell is on the trail
; once at most. The trail takes the memory that BASIC leaves free, from STKEND up to the machine stack, and then Q$.
;
; Which cell is tried a plan says: first the topmost, leftmost unknown one, which costs nothing, and is enough where
; luck or a nearly known grid help. A plan that has looked at too many lines since it last found a solution is given up,
; and the tree walked again from its root with the next one: turbo_search.asm has these.

guess_bit:          equ 7
white_bit:          equ 6               ; in a row
other_bit:          equ 7               ; in a column
stack_reserve:      equ 256             ; bytes below the stack pointer: our own calls and the interrupt's
trail_margin:       equ 20              ; above STKEND
line_room:          equ 126             ; bytes of trail that a line and a guess may take
minute:             equ 12              ; in 256 frames of 1/50 s

; ---------------------------------------------------------------------------------------------------------------
; Purpose   count the solutions from the grid as it is
; In        a = 0: all of them; 1: up to 100, and for about a minute; 2: up to the first, which stays in the grid
; Out       a = status_done where that is all, or what it was stopped by; count_digits; at P$ what the solutions have in
;           common, unless none was found; the grid as it was, no line marked
; Corrupts  f, bc, de, hl, ix, the alternate registers but for hl'
; Cost      what the tree takes
; Used by   count_all, count_on, try_on
count_solutions:
        exx
        push hl
        exx
        ld (count_limited),a
        ; from now on any key stops it; the minute begins
        ld a,1
        ld (counting),a
        ld a,(sysvar_frames+1)
        add a,minute
        ld (deadline),a
        ; the trail's first part: from the end of BASIC up to what our own calls may push
        ld hl,(sysvar_free)
        ld de,trail_margin
        add hl,de
        ld (trail_start),hl
        ld (trail_top),hl
        ex de,hl
        ; whole cells up to the stack, none where there is no room
        ld hl,0-stack_reserve
        add hl,sp
        or a
        sbc hl,de
        jr nc,count_some_room
        ld hl,0
count_some_room:
        ; whole cells, two bytes each
        res 0,l
        add hl,de
        ld (trail_end),hl
        ; its second part is Q$
        ld de,name_turned_picture
        call find_variable
        ld de,7                         ; the length, a count of dimensions, two sizes
        add hl,de
        ld (trail_second),hl
        ld de,second_size-line_room
        add hl,de
        ld (trail_limit),hl
        ; no row is known to be open, no solution found; the first plan
        xor a
        ld (open_row),a
        ld (solution_known),a
        ld hl,plans
        ld (plan_at),hl
        ; nothing found before
        ld hl,found_before
        ld b,count_size
        call clear_number
        call clear_count
        call print_count
        call show_progress
        call walk_variants
        ; back to where it began, but from the first solution, where that is what was wanted
        cp status_limit
        jr nz,count_go_back
        ld hl,count_limited
        bit 1,(hl)
        jr nz,count_done
count_go_back:
        push af
        call clear_all_marks
        call take_all
        pop af
        ; if it was stopped, an earlier plan may have found more
        or a
        jr z,count_done
        push af
        call compare_counts
        jr nc,count_is_best
        ld hl,found_before
        ld de,count_digits
        ld bc,count_size
        ldir
count_is_best:
        pop af
count_done:
        exx
        pop hl
        exx
        ret

; Purpose   walk the tree
; In        the grid, (counting), (count_limited), an empty trail
; Out       a = status
; Corrupts  f, bc, de, hl, ix, the alternate registers
; Cost      what the tree takes
; Used by   count_solutions
walk_variants:
        ; what follows from the last cell tried
        call look_at_lines
walk_on:
        ; a solution, a contradiction, cells still unknown; all else stops
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
        ; enough of them?
        or a
        ret nz
walk_back:
        call forget_marks
walk_back_cell:
        ; back to the last cell tried; no such cell: all variants have been walked
        call take_last
        ld a,status_done
        ret c
        bit guess_bit,d
        jr z,walk_back_cell
        ; the other colour
        ld a,not_black
        bit white_bit,d
        jr z,walk_other
        ld a,not_white
walk_other:
        ; it follows from the cells before it and is no cell tried: the way back passes over it
        ld (cell_colour),a
        ld a,b
        ld (open_row),a
        call put_cell
        ld hl,(trail_top)
        dec hl
        set other_bit,(hl)
        jr walk_variants
walk_guess:
        ; from here on each cell goes onto the trail, and no mark is drawn
        ld a,2
        ld (counting),a
        call change_plan
        ; a plan of 0 tries the first unknown cell in black
        ld hl,(plan_at)
        ld a,(hl)
        or a
        jr nz,walk_probe
        call first_unknown
        ld a,b
        ld (open_row),a
        ld a,not_white
        ld (cell_colour),a
        jr walk_try
walk_probe:
        ; else probing finds something, or says what to try
        call probe_cells
        cp status_variants
        jr nz,walk_on
walk_try:
        ; the cell goes onto the trail as one that was tried, and by which colour
        call put_cell
        ld a,(cell_colour)
        rrca                            ; not_white is 1: tried black
        ld hl,(trail_top)
        dec hl
        dec hl
        set guess_bit,(hl)
        jr c,walk_variants
        set white_bit,(hl)
        jr walk_variants

; The plans: how a cell to try is chosen, and how many lines may be looked at without a solution, in 256. By turns two
; ways to probe, since each is lost on some crosswords that the other makes short work of.
plan_first:         equ 0               ; the first unknown cell
plan_edges:         equ 0xff            ; probe; the cells near the edge of the grid first
plan_lines:         equ 0x80            ; probe; the cells in lines with few unknown cells first
plans:
        db plan_first
        dw 16
        db plan_edges
        dw 128
        db plan_lines
        dw 2048
        db plan_edges
        dw endless
endless:            equ 0xffff

; Purpose   the next plan, where this one has taken too long
; In        (plan_at), (effort); no line marked; the trail
; Out       plan_at; effort, the count and the grid as at the beginning where it is another
; Corrupts  af, bc, de, hl
; Cost      71 T, or 115 T, or about 1,050 T more than take_all
; Used by   walk_variants
change_plan:
        ; the limit of lines for the plan at hand; the last one has none
        ld hl,(plan_at)
        inc hl
        ld c,(hl)
        inc hl
        ld b,(hl)
        inc hl
        ld a,b
        and c
        inc a
        ret z
        ; has this plan looked at as many lines?
        ex de,hl
        ld hl,(effort+1)
        or a
        sbc hl,bc
        ret c
        ld (plan_at),de
        call take_all
        ; the most that was found so far is what the screen shows
        call compare_counts
        jr c,clear_count
        ld hl,count_digits
        ld de,found_before
        ld bc,count_size
        ldir

; Purpose   no solution counted yet
; In        nothing
; Out       count_digits, effort
; Corrupts  af, b, hl
; Cost      347 T
; Used by   count_solutions, change_plan
clear_count:
        ld hl,count_digits
        ld b,count_size
        call clear_number

; Purpose   a plan begins anew to be without a solution
; In        nothing
; Out       effort
; Corrupts  af, hl
; Cost      53 T
; Used by   clear_count, add_solution
clear_effort:
        xor a
        ld hl,effort
        ld (hl),a
        inc l
        ld (hl),a
        inc l
        ld (hl),a
        ret

; Purpose   compare the count with the most that an earlier plan found
; In        count_digits, found_before
; Out       carry: it is less
; Corrupts  af, b, de, hl
; Cost      about 46 T a digit
; Used by   count_solutions, change_plan, add_solution
compare_counts:
        ld hl,found_before
        ld de,count_digits
        ld b,count_size
compare_digit:
        ld a,(de)
        cp (hl)
        ret nz
        inc hl
        inc de
        djnz compare_digit
        ret

; Purpose   take the last cell off the trail and make it unknown
; In        the trail
; Out       b = row, c = column, d = what the trail had of the row; carry: the trail is empty
; Corrupts  af, e, hl
; Cost      70 T, or 220 to 265 T more than take_cell
; Used by   walk_variants, take_all, take_back
take_last:
        ld hl,(trail_top)
        ld de,(trail_start)
        or a
        sbc hl,de
        scf
        ret z
        ; row and column of the cell on top
        add hl,de
        dec hl
        ld c,(hl)
        dec hl
        ld b,(hl)
        ; where the second part began, the first one ended
        ld de,(trail_second)
        ld a,l
        cp e
        jr nz,take_from_here
        ld a,h
        cp d
        jr nz,take_from_here
        ld hl,(trail_end)
take_from_here:
        ; d keeps what the trail says of the trial; b, c are the cell alone
        ld (trail_top),hl
        ld a,b
        ld d,a
        and 0x3f
        ld b,a
        res other_bit,c
        push de
        call take_cell
        pop de
        or a
        ret

; Purpose   take all cells off the trail
; In        the trail
; Out       the grid as it was without them
; Corrupts  af, bc, de, hl
; Cost      104 T, about 1,220 T a cell
; Used by   count_solutions, change_plan
take_all:
        call take_last
        jr nc,take_all
        ret

; Purpose   no line is marked any more, where no mark has been drawn
; In        the marks, marked_count
; Out       the same
; Corrupts  af, bc, de, hl
; Cost      32 to 2,500 T more than clear_all_marks; 21 T a line looked at
; Used by   walk_variants, take_back
forget_marks:
        ; where marks are drawn they have to be cleared on the screen too
        ld a,(counting)
        cp 2
        jr c,clear_all_marks
        ld a,(marked_count)
        or a
        ret z
        ; as many marks are looked for as there are
        ld e,a
        ld h,marks_page
        ld l,0
forget_next_mark:
        ld a,1
        ld b,a
        cpir
        dec l
        ld (hl),0
        dec e
        jr nz,forget_next_mark
        ld a,e
        ld (marked_count),a
        ret

; Purpose   no line is marked any more
; In        the marks
; Out       none is left, in memory and on the screen; marked_count
; Corrupts  af, bc, de, hl
; Cost      2,426 T, and about 300 T a mark
; Used by   count_solutions, forget_marks, put_common
clear_all_marks:
        ; the mark behind the last line ends every search
        ld h,marks_page
        ld l,0
clear_next_mark:
        ld a,1
        ld b,a
        cpir
        dec l
        ld a,l
        cp marks_end
        jr z,clear_marks_done
        ; off the screen, too
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
; Out       a = status_limit when there are enough, else 0; effort
; Corrupts  f, bc, de, hl
; Cost      about 15,500 T, or about 41,500 T; the first one is quicker
; Used by   walk_variants
add_solution:
        ; the first one is copied, the others added
        ld hl,solution_known
        ld a,(hl)
        ld (hl),1
        ld hl,line_cells
        ld de,(picture_at)
        ld bc,common_size
        or a
        jr nz,add_byte
        ldir
        jr add_count
add_byte:
        ; a cell may be whatever it is in any of them
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
        ; this plan has found one: its lines count anew
        call clear_effort
        ld hl,count_digits+count_size
        call add_one
        ; not the lower numbers again that an earlier plan has shown
        call compare_counts
        call nc,print_count
        ; one is enough, or a hundred, or all are wanted
        ld a,(count_limited)
        or a
        ret z
        dec a
        jr nz,add_enough
        ld a,(count_digits+count_size-3)
        and 0x10
        ret z
add_enough:
        ld a,status_limit
        ret

; Purpose   a number in characters, zero
; In        hl = its first character, b = how many, of which the last is the zero
; Out       the characters and a zero byte behind them
; Corrupts  f, b, hl
; Cost      28 T, and 29 T a character
; Used by   count_solutions, clear_count, show_progress
clear_number:
        ld (hl)," "
        inc hl
        djnz clear_number
        ld (hl),b
        dec hl
        ld (hl),"0"
        ret

; Purpose   add one to a number in characters
; In        hl = behind it
; Out       the characters
; Corrupts  af, hl
; Cost      49 T, and 65 T a carry
; Used by   add_solution, show_progress
add_one:
        dec hl
        ld a,(hl)
        or "0"
        inc a
        ld (hl),a
        sub "9"+1
        ret c
add_carry:
        ld (hl),"0"
        jr add_one

; Purpose   print the count where BASIC has put its word
; In        count_digits
; Out       the screen
; Corrupts  af, bc, de, hl
; Cost      54 T, 25 T a character up to the first digit, 453 T a digit
; Used by   count_solutions, add_solution
print_count:
        ; behind the word that BASIC prints
        ld hl,count_digits-1
        ld de,count_on_screen

; Purpose   print a number in characters, without the blanks before it
; In        hl = the byte before it, de = screen address
; Out       the screen
; Corrupts  af, bc, de, hl
; Cost      34 T, 25 T a character up to the first digit, 453 T a digit
; Used by   print_count, show_progress
print_number:
        ld a," "
print_skip_blank:
        inc hl
        cp (hl)
        jr z,print_skip_blank
        jp print_text

; ---------------------------------------------------------------------------------------------------------------
; Purpose   put into the grid what all solutions have in common
; In        a = status, solution_known, what they have in common at P$; nothing marked
; Out       a as it was; the marks that this makes are cleared
; Corrupts  all but a, iy
; Cost      94 T, or 50 to 150 T, 150 to 420 T a cell more than put_cell, clear_all_marks
; Used by   count_all
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
        ; the cell in the grid
        call find_cell
        ; d = its bit; known already?
        ld a,(hl)
        inc l
        and (hl)
        and d
        jr z,put_common_next
        ; the same place in what the solutions have in common
        push de
        ld de,65535-line_cells   ; less that and the byte before
        add hl,de
        ld de,(picture_at)
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
        ; all solutions have it in this colour
        ld (cell_colour),a
        call put_cell
put_common_next:
        ; cell by cell, row by row
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
