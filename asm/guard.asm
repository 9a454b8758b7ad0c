; A statement of BASIC whose errors do not stop the program: IF USR guard THEN INPUT ..., and so LOAD and SAVE; and an
; INPUT whose line is not empty at first.
;
; The statement behind THEN is done from in here, with an error handler of our own on the machine stack; then the
; value 0 makes IF skip the rest of the line, so that it is not done again. All that happens between is the ROM's, in
; the ROM with the 48K's BASIC: so it is the same on a 128K, whose other ROM runs the program.
;
; It lies among the user-defined graphics, which no edition needs from B on.

        include "constants.inc"

        org 65376                       ; the graphic B

; ROM routines
rom_next_char:      equ 0x20            ; rst: CH_ADD forward, A = the character there
rom_tape:           equ 0x060e          ; SAVE, LOAD, VERIFY, MERGE by their number in T_ADDR: 0, 1, 2, 3
rom_cls_lower:      equ 0x0d6e          ; clears the lower screen; channel K is open, and has the ROM's routines again
rom_key_input:      equ 0x1111          ; a word: the input routine of channel K
rom_key_channel:    equ 0x1113          ; makes DE that routine
rom_input:          equ 0x2096          ; INPUT, once the lower screen is clear

; system variables
sysvar_err_sp:      equ 23613
sysvar_ch_add:      equ 23645
sysvar_t_addr:      equ 23668
sysvar_err_nr:      equ 23610
mode:               equ 7               ; from iy on

token_input:        equ 0xee            ; bit 0 tells LOAD (0xef) from SAVE (0xf8)
input_line_end:     equ 13
cursor_down:        equ 10

; ---------------------------------------------------------------------------------------------------------------
; Purpose   do the statement behind THEN, once ENTER is up, and come back whatever happens
; In        (sysvar_ch_add) = THEN; behind it INPUT, LOAD or SAVE; iy and hl' as BASIC has them
; Out       bc = 0; (guard_report) = the report less one, 255 where there is none; BREAK is not pressed any more, and
;           (sysvar_last_key) = 0
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      what the statement takes
; Used by   BASIC
guard:
        ; what the statement may change of the ROM, to be put back
        ld hl,(sysvar_ch_add)
        push hl
        ld hl,(sysvar_t_addr)
        push hl
        ld hl,(sysvar_err_sp)
        push hl
        exx                             ; until it is back: the ROM's routines take either set
        push hl
        ld (iy+mode),0                  ; letters, even if the INPUT before was left in graphics mode
        ; an error comes back to guard_leave, since ERR_SP leads there
        ld hl,guard_leave
        push hl
        ld (sysvar_err_sp),sp
        ; a key answers one question: ENTER is no answer while it is still down from the one before
        ; (last_key is 0 unless a key has come since the last answer: opening channel K makes the ROM forget it)
guard_enter:
        ld a,0xbf
        in a,(0xfe)
        rra
        jr c,guard_statement
        ld (iy-last_key),0
        jr guard_enter
guard_statement:
        ; past THEN, to the word of the statement; CH_ADD behind it
        rst rom_next_char
        push af
        rst rom_next_char
        pop af
        call guard_do
guard_done:
        pop hl
; an error, too: the ROM has taken the stack down to the frame, and this address off it
guard_leave:
        pop hl
        exx
        pop hl
        ld (sysvar_err_sp),hl
        pop hl
        ld (sysvar_t_addr),hl
        pop hl
        ld (sysvar_ch_add),hl
        ; report, and none is left for the next one to look
        ld hl,sysvar_err_nr
        ld a,(hl)
        ld (guard_report),a
        ld (hl),255
        inc l
        set 7,(hl)                      ; flags: no longer in the text of a VAL, whose syntax is checked first
        ld bc,0
        ld l,sysvar_last_key-256*(sysvar_last_key/256)  ; on the same page
        ld (hl),b
guard_break:
        call rom_break_key
        jr nc,guard_break
        ret

guard_do:
        ; LOAD and SAVE are done by the same routine of the ROM
        cp token_input
        jr z,guard_input
        and 1
        ld (sysvar_t_addr),a
        jp rom_tape
guard_input:
        ; the INPUT begins empty, unless its items type into it
        call rom_cls_lower
        ld bc,no_text
        call type_from
        jp rom_input

; ---------------------------------------------------------------------------------------------------------------
; Purpose   where a text of BASIC lies: VAL (p$+STR$ USR text_address) gives it behind what p$ has
; In        the text, a whole variable or a part of one, is the last value on the calculator's stack
; Out       bc = its first byte
; Corrupts  hl
; Cost      64 T
; Used by   type_text
text_address:
        ; the value is five bytes: a text has its address in the second and third
        ld hl,(sysvar_free)
        dec hl
        dec hl
        dec hl
        ld b,(hl)
        dec hl
        ld c,(hl)
        ret

; Purpose   the INPUT at hand begins with a text, which can be changed: INPUT (""AND t$=STR$ USR type_text); LINE a$
; In        as text_address; the text, of which the last byte is 13, stays where it is
; Out       channel K gives the text, then the keys; INPUT puts the ROM's routine back at its end
; Corrupts  bc, de, hl, f
; Cost      183 T
; Used by   BASIC
type_text:
        call text_address
; the same of a text at bc
type_from:
        ld (typed_next),bc
        ld de,typed_key
        jp rom_key_channel

; ---------------------------------------------------------------------------------------------------------------
; Purpose   channel K's input routine during an INPUT
; In        (typed_next)
; Out       carry, a = the next character; behind the text, what the ROM's routine gives, but for cursor down, which
;           would end the INPUT: no carry and z, as without a key
; Corrupts  f, hl
; Cost      about 70 T; behind the text what the ROM's routine takes
; Used by   type_from
typed_key:
        ld hl,0
typed_next:         equ $-2
        ; while the text lasts its characters are the keys
        ld a,(hl)
        cp input_line_end
no_text:            equ $-1
        jr nz,typed_character
        ; then the ROM's routine, without cursor down
        ld hl,(rom_key_input)
        call rom_call
        ret nc
        cp cursor_down
        scf
        ret nz
        ccf
        ret
typed_character:
        inc hl
        ld (typed_next),hl
        scf
        ret

guard_report:
        db 255
