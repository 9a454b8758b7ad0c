; What is typed while a crossword is entered: a clue is read, checked, put into BASIC's arrays and printed; and a line's
; clue is typed into an INPUT. BASIC asks the questions (basic/typing.bas).
;
; BASIC's variables: a$ the answer; k the line at hand, rows and columns counted through; m the first that has not been
; entered yet; w columns, h rows; a() b() counts and lengths of the rows, c() d() of the columns. All numbers in them
; are whole and small, so that one byte of the five is enough.
;
; The work space is the line analysis' work page, which is free between its calls. The build defines type_from and
; guard_report, which are the guard's, and fills in the words.

; ROM routines
rom_print:          equ 0x10            ; rst: A to the channel that is open
rom_open_channel:   equ 0x1601          ; A = stream
rom_next_variable:  equ 0x19b8          ; DE = the variable behind the one at HL

; system variables
sysvar_rom_chars:   equ 23606           ; 256 bytes below the character set
rom_letters_chars:  equ 15360
scroll_count:       equ 82              ; from iy on: lines until the ROM asks scroll?

; lines of BASIC that go on
line_sizes:         equ 220
line_row:           equ 350
line_column:        equ 570
line_refused:       equ 590
line_entered:       equ 660

size_zero:          equ 65533           ; what BASIC gets for the size 0,
size_refused:       equ 65534           ; for one that is none,
size_back:          equ 65535           ; and for <

most_signs:         equ 255
most_number:        equ 999
max_rows:           equ 42
max_columns:        equ 62
row_stride:         equ 31*5            ; bytes of b() and of d() for a line
column_stride:      equ 21*5
screen_stream:      equ 2
input_comma:        equ 6               ; the comma of PRINT
rule_length:        equ 31
rule_lines:         equ 5

; work space
typed_page:         equ 0xf3
variable_at:        equ 0xf300          ; words, in the order opposite to wanted_names: where their values are
at_w:               equ variable_at
at_n:               equ variable_at+2
at_m:               equ variable_at+4
at_k:               equ variable_at+6
at_h:               equ variable_at+8
at_d:               equ variable_at+10
at_c:               equ variable_at+12
at_b:               equ variable_at+14
at_a:               equ variable_at+16
at_answer:          equ variable_at+18
typed_need:         equ 0xf320          ; a word: the numbers in the answer, and 1 for each; then how many they are
typed_count:        equ 0xf322
typed_sign:         equ 0xf323          ; < or >, or 0
typed_zero:         equ 0xf324          ; not 0: one of them is 0
clue_cells:         equ 0xf325          ; cells of the line at hand,
line_number:        equ 0xf326          ; its number among rows or columns,
line_word:          equ 0xf327          ; a word: what it is called
typed_groups:       equ 0xf330          ; a byte each, 31
line_text:          equ 0xf350          ; a number or a clue in characters, and 13

wanted_names:
        db kind_string+1,kind_number_array+1,kind_number_array+2,kind_number_array+3,kind_number_array+4
        db kind_number+8,kind_number+11,kind_number+13,kind_number+14,kind_number+23
wanted_names_size:  equ $-wanted_names

; ---------------------------------------------------------------------------------------------------------------
; Purpose   find BASIC's variables
; In        nothing
; Out       variable_at: where each one's value is, for an array its length
; Corrupts  af, bc, de, hl
; Cost      about 400 T a variable of BASIC
typed_variables:
        ld hl,(sysvar_vars)
typed_variable:
        ld a,(hl)
        cp vars_end
        ret z
        cp kind_for
        jr c,variable_name
        sub kind_for-kind_number
variable_name:
        push hl
        ld hl,wanted_names
        ld bc,wanted_names_size
        cpir
        pop de
        jr nz,variable_next
        ld h,typed_page
        ld l,c
        sla l
        push de
        inc de
        ld (hl),e
        inc l
        ld (hl),d
        pop de
variable_next:
        ex de,hl
        call rom_next_variable
        ex de,hl
        jr typed_variable

; Purpose   the value of a variable
; In        l = low byte of its place in variable_at
; Out       a = value, hl = where it is
; Corrupts  de
; Cost      57 T
value_of:
        ld h,typed_page
        ld e,(hl)
        inc l
        ld d,(hl)
        ex de,hl
        inc hl
        inc hl
        ld a,(hl)
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   read the answer: numbers between commas or blanks, or a sign and at most one number
; In        variable_at; (guard_report)
; Out       carry: it is neither, or an error has ended the INPUT; else typed_need, typed_count, typed_sign, typed_zero, typed_groups
; Corrupts  af, bc, de, hl, ix
; Cost      about 150 T a sign
read_typed:
        ld a,(guard_report)
        cp 255
        ret c
        ld hl,(at_answer)
        ld b,(hl)                       ; signs left
        inc hl
        ld a,(hl)
        inc hl
        cp most_signs/256+1
        ccf
        ret c
        push hl
        pop ix
        xor a
        ld (typed_sign),a
typed_anew:
        ld hl,0
        ld (typed_need),hl
        ld a,l
        ld (typed_count),a
        ld (typed_zero),a
        ld c,l                          ; bit 0: a blank has ended a number, so that a comma may follow; bit 7: at the end
typed_no_number:
        ld de,-1                        ; the number
typed_next_sign:
        ld a,b
        or a
        jr z,typed_end
        dec b
        ld a,(ix+0)
        inc ix
        jr typed_look
typed_end:
        bit 7,c
        ret nz
        set 7,c
        ld a,","                        ; the end is a comma, too
typed_look:
        cp ","
        jr z,typed_separator
        cp " "
        jr z,typed_separator
        cp "<"
        jr z,typed_is_sign
        cp ">"
        jr z,typed_is_sign
        sub "0"
        cp 10
        ccf
        ret c
        bit 7,d
        jr z,typed_digit
        inc de
typed_digit:
        ld h,d
        ld l,e
        add hl,hl
        add hl,hl
        add hl,de
        add hl,hl
        ld e,a
        ld d,0
        add hl,de
        ex de,hl
        ld hl,65535-most_number
        add hl,de
        jr nc,typed_next_sign
        ret
typed_is_sign:
        ld (typed_sign),a
        jr typed_anew

typed_separator:
        bit 7,d
        jr nz,typed_between
        res 0,c
        cp ","
        jr z,typed_number
        inc c
typed_number:
        ld hl,typed_count
        ld a,(hl)
        cp max_groups
        ccf
        ret c
        inc (hl)
        add a,typed_groups-256*typed_page
        ld l,a
        ld (hl),e
        ld a,d
        or e
        jr nz,typed_add
        inc a
        ld (typed_zero),a
typed_add:
        ld hl,(typed_need)
        inc hl
        add hl,de
        ld (typed_need),hl
        jr typed_no_number
; a comma or a blank where no number has begun
typed_between:
        cp ","
        jr nz,typed_next_sign
        bit 0,c
        res 0,c
        jr nz,typed_next_sign
        ld a,(typed_count)
        or a
        jr nz,typed_wrong
        bit 7,c
        ret nz                          ; nothing but blanks
typed_wrong:
        scf
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   a size: LET w=USR size
; In        the variables
; Out       bc = the size, of any value up to 999; size_back, size_refused, size_zero
; Corrupts  af, de, hl, ix
; Cost      about 25,000 T, most of it for the variables
size:
        call typed_variables
        call read_typed
        ld bc,size_refused
        ret c
        ld a,(typed_sign)
        or a
        ld a,(typed_count)
        jr nz,size_sign
        dec a
        ret nz
        dec bc
        ld a,(typed_zero)
        or a
        ret nz
        ld bc,(typed_need)
        dec bc
        ret
size_sign:
        cp 2
        ret nc
        ld a,(typed_sign)
        cp "<"
        ret nz
        inc bc
        ret

; Purpose   an INPUT for a size begins with the value of n, unless that is 0: INPUT (""AND USR type_size); LINE a$
; In        the variables
; Out       channel K gives the number, then the keys
; Corrupts  af, bc, de, hl
; Cost      about 25,000 T, most of it for the variables
type_size:
        call typed_variables
        ld l,at_n-256*typed_page
        call value_of
        ld de,line_text
        or a
        call nz,put_number
        jr type_line_text

; Purpose   an INPUT for a clue begins with the comma of PRINT and the clue that the line has: CHR$ USR type_clue
; In        the variables
; Out       channel K gives the clue, then the keys; bc = 6
; Corrupts  af, de, hl
; Cost      about 30,000 T, most of it for the variables
type_clue:
        call typed_variables
        call find_line
        ld bc,line_text
        call put_clue
type_line_text:
        ld a,13
        ld (de),a
        ld bc,line_text
        call type_from
        ld bc,input_comma
        ; a key that came before the question is typed, too
        ld a,(sysvar_last_key)
        or a
        ret z
        set 5,(iy+flags)
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   no line has a clue
; In        the variables
; Out       bc = 0
; Corrupts  af, de, hl
; Cost      about 35,000 T
clear_clues:
        call typed_variables
        ld hl,(at_a)
        ld bc,max_rows*(number_size-1)-1
        call clear_counts
        ld hl,(at_c)
        ld bc,max_columns*(number_size-1)-1
clear_counts:
        ld de,5
        add hl,de
        ld d,h
        ld e,l
        inc de
        ld (hl),0
        ldir
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   enter the clue of line k: GO TO USR enter
; In        the variables; CHARS
; Out       bc = the line of BASIC that goes on; k, m; the arrays. The clue is on the screen, and the ROM's letters in use
; Corrupts  af, de, hl, ix
; Cost      about 60,000 T, and what the ROM's printing takes
enter:
        call enter_typed
        ld hl,rom_letters_chars
        ld (sysvar_rom_chars),hl
        ret

enter_typed:
        call typed_variables
        call read_typed
        jp c,enter_refused
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
        ld l,at_k-256*typed_page
        call value_of
        inc (hl)
        ld b,(hl)
        ld l,at_m-256*typed_page
        call value_of
        cp b
        jr nc,enter_next
        ld (hl),b
enter_next:
        ; b = k. The columns begin with a heading
        ld l,at_h-256*typed_page
        call value_of
        inc a
        cp b
        jr nz,enter_where
        ld hl,column_heading
        call print_word
enter_where:
        ; b = k
        ld l,at_h-256*typed_page
        call value_of
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

enter_refused:
        ld bc,line_refused
        ret

; > leads to the first line not entered yet, < back by a number of lines
enter_move:
        ld b,a
        ld a,(typed_count)
        cp 2
        jr nc,enter_refused
        ld a,b
        cp ">"
        jr z,enter_on
        ld l,at_k-256*typed_page
        call value_of
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
        ld l,2
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
        ld bc,line_sizes
        ret
enter_on:
        ld l,at_m-256*typed_page
        call value_of
        ld b,a
        ld l,at_k-256*typed_page
        call value_of
        ld (hl),b
        push bc
        ld a,screen_stream
        call rom_open_channel
        pop bc
        jp enter_next

; ---------------------------------------------------------------------------------------------------------------
; Purpose   where line k is in the arrays
; In        variable_at
; Out       hl = its count, de = its first length: the byte in each that matters; clue_cells, line_number, line_word
; Corrupts  af, bc
; Cost      about 500 T, and 53 T a line before it
find_line:
        ld l,at_k-256*typed_page
        call value_of
; the same of line a
find_line_a:
        ld b,a
        ld l,at_h-256*typed_page
        call value_of
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
        ld a,screen_stream
        call rom_open_channel
        ld (iy+scroll_count),255
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
        ld a,13
        ld (de),a
        inc e
        xor a
        ld (de),a
        ld hl,line_text
        call print_word
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

; Purpose   print up to a 0
; In        hl = characters; the channel is open
; Out       nothing
; Corrupts  af, hl
; Cost      what the ROM's printing takes
print_word:
        ld a,(hl)
        or a
        ret z
        rst rom_print
        inc hl
        jr print_word

; ---------------------------------------------------------------------------------------------------------------
; Purpose   the sum of all rows, of all columns: USR sum_rows
; In        the variables
; Out       bc
; Corrupts  af, de, hl, ix
; Cost      about 25,000 T, 1,000 to 7,000 T a line, 90 T a group
sum_rows:
        call typed_variables
        ld l,at_h-256*typed_page
        ld bc,1
        jr sum_lines
sum_columns:
        call typed_variables
        ld l,at_h-256*typed_page
        call value_of
        inc a
        ld c,a
        ld l,at_w-256*typed_page
sum_lines:
        call value_of
        ld b,a
        ld ix,0
        ; b lines from c on
sum_line:
        push bc
        ld a,c
        call find_line_a
        ld a,(hl)
        ex de,hl
        ld b,0
        ld de,number_size-1
sum_group:
        sub 1
        jr c,sum_counted
        ld c,(hl)
        add ix,bc
        add hl,de
        jr sum_group
sum_counted:
        pop bc
        inc c
        djnz sum_line
        push ix
        pop bc
        ret

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
