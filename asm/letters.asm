; The letters of an edition that is not in English.
;
; A character set lies before this code, the user-defined graphics from A to S behind it. The first two thirds of the
; set are the ROM's: they are copied here, so that a machine with another ROM keeps its digits and capitals, and no tape
; has the ROM's. So what the tape brings begins with the small letters. The whole may lie anywhere.
;
; BASIC prints with these letters only while it says something; at all other times CHARS leads to the ROM's, in which
; reports and listings can be read, and which a 128K has at hand when its editor has put another page over this one.

        include "constants.inc"

        org letters                     ; defined by the build: 768 bytes behind the first character

rom_set:            equ 15616           ; its blank
letters_before:     equ 768             ; bytes of the character set
copied:             equ 512             ; of which the ROM's

; system variables
sysvar_udg:         equ 23675

; ---------------------------------------------------------------------------------------------------------------
; Purpose   make the letters ready
; In        bc = use_letters, as USR has it
; Out       the character set is complete; UDG leads to the graphics; bc = 0
; Corrupts  af, de, hl
; Cost      10,839 T
; Used by   BASIC
use_letters:
        ld hl,letters_end-letters
        add hl,bc
        ld (sysvar_udg),hl
        ld hl,65536-letters_before
        add hl,bc
        ex de,hl
        ld hl,rom_set
        ld bc,copied
        ldir
        ret

; Purpose   print with these letters from now on
; In        bc = own_letters, as USR has it
; Out       CHARS
; Corrupts  f, hl
; Cost      59 T
; Used by   BASIC
own_letters:
        ld hl,65536+letters-letters_before-256-own_letters
        add hl,bc
        jr set_letters

; Purpose   print with the ROM's letters
; In        nothing
; Out       CHARS
; Corrupts  hl
; Cost      36 T
; Used by   BASIC
rom_letters:
        ld hl,rom_set-256
set_letters:
        ld (sysvar_chars),hl
        ret

letters_end:                            ; the graphic A
