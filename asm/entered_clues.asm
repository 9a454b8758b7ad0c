; A clue that is entered, or an answer that leads to another line; all lines on the screen (kept_clues.asm). The names are
; in typed_clues.asm.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   print data, a page at a time: IF USR view
; In        as view_lines
; Out       as view_lines
; Corrupts  as view_lines
; Cost      as view_lines
; Used by   BASIC
view:
        ld hl,view_lines
        jr with_letters

; Purpose   enter the clue of line k: GO TO USR enter
; In        the variables
; Out       bc = the line of BASIC that goes on; k, m; the arrays. The clue is on the screen, and the ROM's letters in use
; Corrupts  af, de, hl, ix, the alternate registers
; Cost      2,000 to 600,000 T; mostly printing
; Used by   BASIC
enter:
        ld hl,enter_typed

; Purpose   call a routine that prints with the edition's letters
; In        hl = routine
; Out       as the routine; the ROM's letters are in use
; Corrupts  all but iy
; Cost      what the routine takes
; Used by   view, enter
with_letters:
        ; CHARS leads to the edition's letters only meanwhile
        ld de,(own_letters_chars)
        ld (sysvar_chars),de
        call rom_call
        ld hl,rom_letters_chars
        ld (sysvar_chars),hl
        ret

enter_typed:
        ; < and > lead to another line; all else is a clue
        call typed_answer
        ld hl,refused_stage
        srl (hl)
        call read_typed
        jr c,enter_refused
        ld a,(typed_sign)
        or a
        jr nz,enter_move
        call find_line
        ; a lone 0 is no group
        ld bc,(typed_need)
        ld a,(typed_zero)
        or a
        jr z,enter_fits
        dec bc
        ld a,b
        or c
        jr nz,enter_refused
        jr enter_accepted
enter_fits:
        ; a cell between groups, and so one behind the line
        inc b
        dec b
        jr nz,enter_refused
        ld a,(clue_cells)
        inc a
        cp c
        jr c,enter_refused
        ld a,(typed_count)
enter_accepted:
        call put_line
        call line_as_text
        ; the next line, which may be the first that has not been entered yet
        call value_k
        inc (hl)
        ld b,(hl)
        ld l,at_m-256*typed_page
        call value_of
        cp b
        jr nc,enter_print
        ld (hl),b
enter_print:
        ; the clue, and what stands before the next line's
        call line_follows
        call open_screen
        ld hl,line_text
        call print_rows
enter_to:
        ld bc,(line_to_come)
        ret
enter_on:
        ; on to the first line that has not been entered
        ld l,at_m-256*typed_page
        call value_of
        ld b,a
        call value_k
        ld (hl),b
        ld de,line_text
        jr enter_print

; it can be called back, unless an error has ended the INPUT. a$ is the last variable
enter_refused:
        ld bc,line_refused
        ld a,(guard_report)
        inc a
        ret nz
        ld hl,(at_answer)
        inc hl
        inc hl
        ld de,refused_text
enter_keep:
        ; up to the end of VARS, or of the page
        ld a,(hl)
        inc hl
        ld (de),a
        inc e
        jr z,enter_kept
        rla
        jr nc,enter_keep                ; up to vars_end
enter_kept:
        dec e
        ex de,hl
        ld (hl),13
        ld l,refused_stage-256*typed_page
        ld (hl),8
        ret

; > leads to the first line not entered yet (enter_on), < back by a number of lines; but < alone, when what it answers
; comes right after a refusal, calls back what was refused
enter_move:
        ld hl,typed_count
        srl (hl)
        jr nz,enter_refused             ; two numbers or more
        cp ">"
        jr z,enter_on
        call value_k
        push hl
        ld c,a
        ; need is the number and 1; 0 without one. The number 0 means 1, too
        ld hl,(typed_need)
        ld a,h
        or a
        jr nz,enter_sizes
        ld a,l
        cp 2
        jr nc,enter_back
        ; right after a refusal the same line again, else the one before
        ld hl,refused_stage
        srl (hl)
        ld l,2
        jr z,enter_back
        dec l
enter_back:
        ; so many lines back; before the first come the sizes
        ld a,c
        sub l
        jr c,enter_sizes
        inc a
        pop hl
        ld (hl),a
        ld b,a
        ld de,line_text
        call line_follows
        jr enter_to
enter_sizes:
        ; back at the sizes: the first line comes next
        pop hl
        ld (hl),1
        ld bc,line_sizes
        ret
