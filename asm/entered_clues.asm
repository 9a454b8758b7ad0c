; A clue that is entered goes into BASIC's arrays and onto the screen; a line's clue as characters. The names are in
; typed_clues.asm.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   enter the clue of line k: GO TO USR enter
; In        the variables
; Out       bc = the line of BASIC that goes on; k, m; the arrays. The clue is on the screen, and the ROM's letters in use
; Corrupts  af, de, hl, ix
; Cost      about 10,000 T, and what the ROM's printing takes
enter:
        ld hl,(own_letters_chars)
        ld (sysvar_rom_chars),hl
        call enter_typed
        ld hl,rom_letters_chars
        ld (sysvar_rom_chars),hl
        ret

enter_typed:
        call typed_answer
        ld hl,refused_stage
        srl (hl)
        call read_typed
        jr c,enter_refused
        ld a,(typed_sign)
        or a
        jp nz,enter_move
        call find_line
        ; a lone 0 is no group
        ld bc,(typed_need)
        ld a,(typed_zero)
        or a
        jr z,enter_fits
        ld a,c
        dec a
        or b
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
        ; a groups into the arrays
        ld (hl),a
        or a
        jr z,enter_shown
        push hl
        push de
        ld b,a
        ex de,hl
        ld de,typed_groups
enter_group:
        ld a,(de)
        inc e
        ld (hl),a
        push de
        ld de,number_size-1
        add hl,de
        pop de
        djnz enter_group
        pop de
        pop hl
enter_shown:
        call print_line
        call value_k
        inc (hl)
        ld b,(hl)
        ld l,at_m-256*typed_page
        call value_of
        cp b
        jr nc,enter_next
        ld (hl),b
enter_next:
        ; b = k. The columns begin with a heading
        call value_h
        inc a
        cp b
        jr nz,enter_where
        ld hl,column_heading
        call print_word
enter_where:
        ; b = k
        call value_h
        cp b
        ld c,a
        ld hl,line_row
        jr nc,enter_to
        ld l,at_w-256*typed_page
        call value_of
        add a,c
        cp b
        ld hl,line_column
        jr nc,enter_to
        ld hl,line_entered
enter_to:
        ld b,h
        ld c,l
        ret

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

; > leads to the first line not entered yet, < back by a number of lines; but < alone, when what it answers comes right
; after a refusal, calls back what was refused
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
        ld hl,refused_stage
        srl (hl)
        ld l,2
        jr z,enter_back
        dec l
enter_back:
        ld a,c
        inc a
        sub l
        jr c,enter_sizes
        jr z,enter_sizes
        pop hl
        ld (hl),a
        ld b,a
        jr enter_where
enter_sizes:
        pop hl
        ld (hl),1
        ld bc,line_sizes
        ret
enter_on:
        ld l,at_m-256*typed_page
        call value_of
        ld b,a
        call value_k
        ld (hl),b
        push bc
        call open_screen
        pop bc
        jp enter_next

; ---------------------------------------------------------------------------------------------------------------
; Purpose   where line k is in the arrays
; In        variable_at
; Out       hl = its count, de = its first length: the byte in each that matters; clue_cells, line_number, line_word
; Corrupts  af, bc
; Cost      about 500 T, and 53 T a line before it
find_line:
        call value_k
; the same of line a
find_line_a:
        ld b,a
        call value_h
        ld c,a
        ld l,at_w-256*typed_page
        call value_of
        ld hl,row_clues
        ; b = line, c = rows, a = columns
        inc c
        ld d,a
        ld a,b
        sub c
        ld a,d
        jr c,find_kind
        ld a,b
        dec c
        sub c
        ld b,a
        ld a,c
        ld hl,column_clues
find_kind:
        ld (clue_cells),a
        ld a,b
        ld (line_number),a
        ld e,(hl)
        ld d,0
        inc hl
        ld c,(hl)
        inc hl
        ld (line_word),hl
        ld h,typed_page
        ld l,c
        ld c,(hl)
        inc l
        ld b,(hl)
        inc l
        push bc
        ld c,(hl)
        inc l
        ld h,(hl)
        ld l,c
        ; hl = counts, de = bytes for a line's lengths; the lengths are on the stack. Both begin with the array's
        ; length, how many dimensions it has, and their sizes
        ld bc,2
        add hl,bc
        ld c,number_size-1
find_count:
        add hl,bc
        dec a
        jr nz,find_count
        ex (sp),hl
        ld c,9
        add hl,bc
        ld a,(line_number)
find_lengths:
        dec a
        jr z,find_done
        add hl,de
        jr find_lengths
find_done:
        ex de,hl
        pop hl
        ret

; Purpose   a number in characters
; In        a = number, below 100; de = where
; Out       de behind it
; Corrupts  af, bc
; Cost      about 120 T
put_number:
        ld c,"0"-1
put_tens:
        inc c
        sub 10
        jr nc,put_tens
        add a,"0"+10
        ld b,a
        ld a,c
        cp "0"
        jr z,put_ones
        ld (de),a
        inc e
put_ones:
        ld a,b
        ld (de),a
        inc e
        ret

; Purpose   a clue in characters
; In        hl = its count, de = its first length; bc = where the characters go
; Out       de behind them
; Corrupts  af, bc, hl
; Cost      about 230 T a group
put_clue:
        ld a,(hl)
        ex de,hl
        ld d,b
        ld e,c
        or a
        ret z
        ld b,a
put_group:
        push bc
        ld a,(hl)
        call put_number
        ld a,","
        ld (de),a
        inc e
        ld bc,number_size-1
        add hl,bc
        pop bc
        djnz put_group
        dec e
        ret

; Purpose   print line k as it is in the arrays, with a rule after every fifth
; In        as find_line gives it; CHARS
; Out       the screen is open
; Corrupts  af, bc, de, hl
; Cost      what the ROM's printing takes
print_line:
        push hl
        push de
        call open_screen
        ld hl,(line_word)
        call print_word
        ld a," "
        rst rom_print
        ld de,line_text
        ld a,(line_number)
        call put_number
        ld a,":"
        ld (de),a
        inc e
        ld a," "
        ld (de),a
        inc e
        ld b,d
        ld c,e
        pop de
        pop hl
        call put_clue
        ; no groups, said by a lone 0
        ld a,(typed_zero)
        or a
        jr z,print_clue
        ld (de),a
        inc e
print_clue:
        call print_line_text
        ld a,(line_number)
print_fifth:
        sub rule_lines
        ret c
        jr nz,print_fifth
        ld b,rule_length
print_rule:
        ld a,"_"
        rst rom_print
        djnz print_rule
        ld a,13
        rst rom_print
        ret

; The letters of the edition, which the build fills in
own_letters_chars:
        dw rom_letters_chars

; For each kind of line: the bytes that its lengths take, where the arrays are, what it is called. The build fills in
; the words of its language, and a 0 behind each
row_clues:
        db row_stride,at_b-256*typed_page
row_word:
        ds 8
column_clues:
        db column_stride,at_d-256*typed_page
column_word:
        ds 8
column_heading:
        ds 18
        db 0
