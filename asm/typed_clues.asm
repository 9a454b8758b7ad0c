; What is typed while a crossword is entered: a size or a clue is read and checked, a line's clue is typed into an INPUT,
; all of them are summed up. BASIC asks the questions (basic/typing.bas); entered_clues.asm goes on with a good clue.
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
rom_set_position:   equ 0x0dd9          ; BC = 24 - row, 33 - column
rom_next_variable:  equ 0x19b8          ; DE = the variable behind the one at HL

; system variables
rom_letters_chars:  equ 15360
print_row:          equ 79              ; from iy on: 24 less the row at hand,
scroll_count:       equ 82              ; and the rows until the ROM asks scroll?
many_rows:          equ 200

; lines of BASIC that go on
line_sizes:         equ 4175
line_row:           equ 350
line_column:        equ 570
line_refused:       equ 590
line_entered:       equ 660

size_refused:       equ 65534           ; what BASIC gets for what is no size; for < it is one more

most_number:        equ 999
max_rows:           equ 42
max_columns:        equ 62
row_stride:         equ 31*5            ; bytes of b() and of d() for a line
column_stride:      equ 21*5
screen_stream:      equ 2
display_end:        equ 0x5800          ; 256 times 24 bytes from 0x4000 on
top_left:           equ 0x1821
input_comma:        equ 6               ; the comma of PRINT
row_length:         equ 32
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
at_grid:            equ variable_at+20  ; P$
text_at:            equ 0xf316          ; words: what is left of a text that is printed,
line_to_come:       equ 0xf318          ; and the line of BASIC that goes on;
grid_at:            equ 0xf32a          ; P$(1,1)
typed_need:         equ 0xf320          ; a word: the numbers in the answer, and 1 for each; then how many they are
typed_count:        equ 0xf322
typed_sign:         equ 0xf323          ; < or >, or 0
typed_zero:         equ 0xf324          ; "0" if one of them is 0, else 0
clue_cells:         equ 0xf325          ; cells of the line at hand,
line_number:        equ 0xf326          ; its number among rows or columns,
line_word:          equ 0xf327          ; a word: what it is called
refused_stage:      equ 0xf329          ; 8 when a clue has been refused; each question and each answer halve it
typed_groups:       equ 0xf330          ; a byte each, 31
line_text:          equ 0xf350          ; a number or a clue in characters, and 13
refused_text:       equ 0xf3a0          ; what was refused, up to the end of the page, and 13; a line that is printed takes
                                        ; its place, for it can then no longer be called back

wanted_names:
        db kind_char_array+16,kind_string+1
        db kind_number_array+1,kind_number_array+2,kind_number_array+3,kind_number_array+4
        db kind_number+8,kind_number+11,kind_number+13,kind_number+14,kind_number+23
wanted_names_size:  equ $-wanted_names

; ---------------------------------------------------------------------------------------------------------------
; Purpose   find BASIC's variables
; In        nothing
; Out       variable_at: where each one's value is, for an array its length
; Corrupts  af, bc, de, hl
; Cost      16,000 to 20,000 T; about 300 T a number of BASIC, 600 T another variable
; Used by   view_lines, packed_at, type_size, type_clue, clear_clues
typed_variables:
        ld hl,(sysvar_vars)
        jr typed_variable

; Purpose   the same after an INPUT, which has moved a$ and what was behind it; a$ is now the last variable
; In        variable_at, as the question has left it
; Out       as typed_variables
; Corrupts  af, bc, de, hl
; Cost      300 to 2,000 T; about 400 T a variable that was behind a$
; Used by   size, enter_typed
typed_answer:
        ld hl,(at_answer)
        dec hl
typed_variable:
        ld a,(hl)
        cp vars_end
        ret z
        cp kind_for
        jr c,variable_name
        sub kind_for-kind_number
variable_name:
        ; is it one of those wanted?
        push hl
        ld hl,wanted_names
        ld bc,wanted_names_size
        cpir
        pop de
        jr nz,variable_next
        ; its place goes into the word at twice its number
        ld h,typed_page
        ld l,c
        sla l
        inc de
        ld (hl),e
        inc l
        ld (hl),d
        dec de
variable_next:
        ex de,hl
        ; the ROM takes long; a text or an array has its length, a number with a name of one letter is short
        ld a,(hl)
        and 0xe0
        cp kind_number
        ld de,number_size
        jr z,variable_further
        and kind_for-kind_char_array
        jr z,variable_sized
        call rom_next_variable
        ex de,hl
        jr typed_variable
variable_sized:
        ; its length is behind its name
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
variable_further:
        add hl,de
        jr typed_variable

; Purpose   the value of a variable
; In        l = low byte of its place in variable_at; nothing for value_h and value_k
; Out       a = value, hl = where it is
; Corrupts  f
; Cost      77 T, or 65 T, or 58 T
; Used by   unpack, sum_rows, count_lines
value_h:
        ld l,at_h-256*typed_page
        jr value_of
value_k:
        ld l,at_k-256*typed_page
value_of:
        ; the third of the number's five bytes
        ld h,typed_page
        ld a,(hl)
        inc l
        ld h,(hl)
        ld l,a
        inc hl
        inc hl
        ld a,(hl)
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   read the answer: numbers between commas or blanks, or a sign and at most one number
; In        variable_at; (guard_report)
; Out       carry: it is neither, or an error has ended the INPUT; else typed_need, typed_count, typed_sign, typed_zero, typed_groups
; Corrupts  af, bc, de, hl, ix
; Cost      300 to 40,000 T; about 150 T a sign
; Used by   size, enter_typed
read_typed:
        ; an INPUT that an error has ended has left no answer
        ld a,(guard_report)
        cp 255
        ret c
        ld hl,(at_answer)
        ld b,(hl)                       ; signs left
        inc hl
        ld a,(hl)
        inc hl
        neg
        ret c                           ; more than 255 signs
        push hl
        pop ix
        xor a
        ld (typed_sign),a
typed_anew:
        ; a sign makes what was typed before it count no more
        ld hl,0
        ld (typed_need),hl
        ld a,l
        ld (typed_count),a
        ld (typed_zero),a
        ld c,l                          ; bit 0: a blank has ended a number, so that a comma may follow; bit 7: at the end
typed_no_number:
        ld de,-1                        ; the number
typed_next_sign:
        ; the next character; behind the last one a comma, to end the last number
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
        ; what is neither separator, sign nor digit is refused
        sub "0"
        cp 10
        ccf
        ret c
        bit 7,d
        jr z,typed_digit
        inc de
typed_digit:
        ; ten times the number so far and the digit; beyond 999 it fits nothing
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
        ; carry: too great
        ld hl,65535-most_number
        add hl,de
        jr nc,typed_next_sign
        ret
typed_is_sign:
        ld (typed_sign),a
        jr typed_anew

typed_separator:
        ; it ends a number, or stands where none has begun
        bit 7,d
        jr nz,typed_between
        res 0,c
        cp ","
        jr z,typed_number
        inc c
typed_number:
        ; a clue has no more groups than the longest line takes
        ld hl,typed_count
        ld a,(hl)
        cp max_groups
        ccf
        ret c
        inc (hl)
        add a,typed_groups-256*typed_page
        ld l,a
        ld (hl),e
        ; a group of no cell is told apart: it is allowed alone
        ld a,d
        or e
        jr nz,typed_add
        ld a,"0"
        ld (typed_zero),a
typed_add:
        ; what it needs of the line: its cells and one behind them
        ld hl,(typed_need)
        inc hl
        add hl,de
        ld (typed_need),hl
        jr typed_no_number
; a comma or a blank where no number has begun
typed_between:
        ; blanks may stand anywhere; a comma wants a number before it
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
; Out       bc = the size, of any value up to 999; or size_refused, for < one more
; Corrupts  af, de, hl, ix
; Cost      80 to 400 T more than typed_answer, read_typed
; Used by   BASIC
size:
        call typed_answer
        call read_typed
        ld bc,size_refused
        ret c
        ; one number or a sign, nothing else
        ld a,(typed_count)
        cp 2
        ret nc
        ld e,a
        ld hl,typed_sign
        ld a,(hl)
        or a
        jr nz,size_sign
        ; a number: one, and not 0
        dec e
        ret nz
        inc l
        or (hl)                         ; typed_zero
        ret nz
        ld bc,(typed_need)
        dec bc
        ret
size_sign:
        cp "<"
        ret nz
        inc bc
        ret

; Purpose   print a size: ""AND USR print_size
; In        typed_need; the channel is open
; Out       the number on the screen, and a new line
; Corrupts  all but iy
; Cost      what the ROM's printing takes
; Used by   BASIC
print_size:
        ld a,(typed_need)
        dec a
        ld de,line_text
        call put_number
        call put_new_line
        xor a
        ld (de),a
        ld hl,line_text
        jp print_rows

; Purpose   the screen is next to be printed on, and scrolls unasked
; In        nothing
; Out       nothing
; Corrupts  af, bc, de, hl
; Cost      about 585 T
; Used by   clear_screen, enter_typed
open_screen:
        ld a,screen_stream
        call rom_open_channel
        ld (iy+scroll_count),many_rows
        ret

; Purpose   an INPUT for a size begins with the value of n, unless that is 0: INPUT (""AND USR type_size); LINE a$
; In        the variables
; Out       channel K gives the number, then the keys
; Corrupts  af, bc, de, hl
; Cost      about 320 T more than typed_variables
; Used by   BASIC
type_size:
        call typed_variables
        ld l,at_n-256*typed_page
        call value_of
        ld de,line_text
        or a
        call nz,put_number
        jr type_line_text

; Purpose   an INPUT for a clue begins with the comma of PRINT and the clue that the line has, or what was refused, if
;           that is called back: CHR$ USR type_clue
; In        the variables
; Out       channel K gives the clue, then the keys; m, if it was 0, is 1; bc = 6
; Corrupts  af, de, hl
; Cost      1,000 to 12,000 T more than typed_variables
; Used by   BASIC
type_clue:
        call typed_variables
        ; called back after a refusal? refused_stage tells for one question
        ld hl,refused_stage
        srl (hl)
        ld bc,refused_text
        jr c,type_text_at
        ; the first question
        ld l,at_m-256*typed_page
        call value_of
        or a
        jr nz,type_line
        inc (hl)
type_line:
        ; the clue that the arrays have; the INPUT takes it as if it had been typed
        call value_k
        call get_line
        ld de,line_text
        call put_clue
type_line_text:
        ld a,13
        ld (de),a
        ld bc,line_text
type_text_at:
        call type_from
        ld bc,input_comma
        ; a key that came before the question is typed, too
        ld a,(sysvar_last_key)
        or a
        ret z
        set 5,(iy+flags)
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   begin a crossword: k is 1, no line has a clue, the screen is empty, and the menu's key is no answer
; In        the variables; all attributes are the permanent ones
; Out       bc = 0
; Corrupts  af, de, hl
; Cost      60,000 to 90,000 T
; Used by   BASIC
clear_clues:
        call typed_variables
        call value_k
        ld (hl),1
        ld hl,(at_a)
        ld bc,max_rows*(number_size-1)-1
        call clear_counts
        ld hl,(at_c)
        ld bc,max_columns*(number_size-1)-1
        call clear_counts

; Purpose   the same of the screen and the key alone: LET n=USR clear_screen
; In        all attributes are the permanent ones
; Out       bc = 0
; Corrupts  af, de, hl
; Cost      about 38,000 T; interrupts wait meanwhile
; Used by   clear_clues
clear_screen:
        di
        ld (line_text),sp
        ld sp,display_end
        ld hl,0
        ld b,l
clear_pixels:
        ; 24 bytes a round, from the bottom up
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        push hl
        djnz clear_pixels
        ; the machine stack again; printing begins at the top
        ld sp,(line_text)
        ei
        call open_screen
        ld bc,top_left
        call rom_set_position
        ; nothing refused, no key pressed
        xor a
        ld (refused_stage),a
        ld (sysvar_last_key),a
        ld b,a
        ld c,a
        ret
clear_counts:
        ; one 0 is copied over all numbers of the array
        ld de,5
        add hl,de
        ld d,h
        ld e,l
        inc de
        ld (hl),0
        ldir
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   wait until no key is down, forget the last one, and compare the sums: IF USR sums_differ
; In        variable_at, since the last clue
; Out       bc = 0 if all rows have as many black cells as all columns
; Corrupts  af, de, hl, ix
; Cost      as sum_rows, twice
; Used by   BASIC
sums_differ:
        xor a
        in a,(0xfe)
        cpl
        and 0x1f
        jr nz,sums_differ
        ; and forget the last one
        res 5,(iy+flags)
        call sum_rows
        push bc
        call sum_columns
        pop hl
        or a
leave_difference:
        sbc hl,bc
        ld b,h
        ld c,l
        ret

; Purpose   the sum of all rows, of all columns: USR sum_rows
; In        variable_at
; Out       bc
; Corrupts  af, de, hl, ix
; Cost      10,000 to 100,000 T
; Used by   sums_differ
sum_rows:
        ld l,at_h-256*typed_page
        ld bc,1
        jr sum_lines
sum_columns:
        call value_h
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
        call get_line
        add ix,bc
        pop bc
        inc c
        djnz sum_line
        push ix
        pop bc
        ret
