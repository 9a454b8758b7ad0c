; Routines for BASIC. Each is the argument of a USR, whose value is one of the statuses.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   solve the crossword in BASIC's variables from the start, on a cleared screen
; In        iy and hl' as BASIC has them
; Out       bc = status; P$ holds what is known
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      what reading, drawing and solving take
; Used by   BASIC
solve:
        call read_crossword
        call draw_grid
        ; the clock starts when the screen stands
        ld hl,0
        ld (sysvar_frames),hl
        xor a
        ld (sysvar_frames+2),a
        jr solve_from_top

; Purpose   continue where BREAK stopped it
; In        as solve
; Out       as solve
; Corrupts  as solve
; Cost      what look_on and write_picture take
; Used by   BASIC
go_on:
        exx
        push hl
        exx
        xor a
        ld (counting),a
        call look_on
        jr leave_solving

; Purpose   make the first unknown cell white, and continue from the first row
; In        as solve; there is an unknown cell
; Out       as solve
; Corrupts  as solve
; Cost      what look_at_lines and write_picture take
; Used by   BASIC
go_on_white:
        ld a,not_black
        jr go_on_guessing

; Purpose   the same in black
; In        as go_on_white
; Out       as solve
; Corrupts  as solve
; Cost      what look_at_lines and write_picture take
; Used by   BASIC
go_on_black:
        ld a,not_white
go_on_guessing:
        ld (cell_colour),a
        ; BASIC wants its hl' back at the end
        exx
        push hl
        exx
        xor a
        ld (counting),a
        ld (open_row),a
        call first_unknown
        call put_cell
        jr solve_guessed
solve_from_top:
        ; the first row is next, and nothing is counted
        exx
        push hl
        exx
        xor a
        ld (counting),a
solve_guessed:
        call look_at_lines
leave_solving:
        exx
        pop hl
        exx
; a = what BASIC gets in bc
answer:
        ; BASIC prints and saves what P$ has
        push af
        call write_picture
        pop bc
        ld c,b
        ld b,0
        ret

; Purpose   the clock in whole seconds
; In        (sysvar_frames)
; Out       bc
; Corrupts  af, de, hl
; Cost      about 1,000 T
; Used by   BASIC
seconds:
        ; FRAMES, read twice, may have been counted on between its bytes
        ld bc,(sysvar_frames)
        ld a,(sysvar_frames+2)
        ld hl,(sysvar_frames)
        or a
        sbc hl,bc
        jr nz,seconds
        ; a, bc divided by 50: the quotient's bits come in where the dividend's go out
        ld h,b
        ld l,c
        ld b,16
        ld c,a
seconds_bit:
        ; a bit of the quotient: does 50 fit into what is left?
        add hl,hl
        rl c
        ld a,c
        sub 50
        jr c,seconds_zero
        ld c,a
        inc l
seconds_zero:
        djnz seconds_bit
        ld b,h
        ld c,l
        ret

; Purpose   count the solutions of the crossword in BASIC's variables, on a cleared screen
; In        as solve
; Out       bc = status; count_digits; on the screen and in P$ what all solutions have in common
; Corrupts  as solve
; Cost      as count_solutions
; Used by   BASIC
count_all:
        ; from an empty grid
        call read_crossword
        call draw_grid
        xor a
        call count_solutions
        exx
        push hl
        exx
        call put_common
        jr leave_solving

; Purpose   at "Many variants": count the ways to continue, up to 100 of them and for about a minute
; In        as solve
; Out       bc = status; count_digits; the grid as it was
; Corrupts  as solve
; Cost      as count_solutions
; Used by   BASIC
count_on:
        ld a,1
        call count_solutions
        jr answer

; Purpose   at "Many variants": continue by trying, up to the first solution
; In        as solve
; Out       bc = status_done with the solution in the grid; status_incorrect where there is none; status_variants where
;           a key or want of memory stopped it, with the grid as it was
; Corrupts  as solve
; Cost      as count_solutions
; Used by   BASIC
try_on:
        ld a,2
        call count_solutions
        ; solved; or walked to the end without a solution; or stopped
        ld b,status_done
        cp status_limit
        jr z,try_answer
        inc b                           ; status_incorrect
        or a
        jr z,try_answer
        inc b                           ; status_variants
try_answer:
        ld a,b
        jp answer
