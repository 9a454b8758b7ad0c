; The letters of an edition that is not in English: makes BASIC print with them.
;
; 1,048 bytes from a page boundary on hold a character set and, behind it, the user-defined graphics from A to S. What
; its tape brings begins with the small letters; then comes this code, in the place of the block graphics, which the ROM
; makes up by itself, then the graphics. The first two thirds of the set are the ROM's: they are copied here, so that a
; machine with another ROM keeps its digits and capitals, and no tape has the ROM's. The whole may lie on any page.

        include "constants.inc"

        org letters                     ; defined by the build: 768 bytes behind the first character

rom_letters_page:   equ 60              ; CHARS, high byte, for the ROM's set
rom_set:            equ 15616           ; its blank
letters_before:     equ 768             ; bytes of the character set
copied:             equ 512             ; of which the ROM's
letters_graphics:   equ 128             ; from here to the graphic A

; system variables
sysvar_chars:       equ 23606           ; 256 bytes below the character set
sysvar_udg:         equ 23675

; ---------------------------------------------------------------------------------------------------------------
; Purpose   print with these letters from now on
; In        bc = letters, as USR has it
; Out       the character set is complete; CHARS and UDG lead to it; bc = 0
; Corrupts  af, de, hl
; Cost      about 10,900 T
use_letters:
        ld hl,65536-letters_before
        add hl,bc
        ld d,h
        ld e,l
        dec d
        ld (sysvar_chars),de
        push hl
        ld hl,letters_graphics
        add hl,bc
        ld (sysvar_udg),hl
        pop de
        ld hl,rom_set
        ld bc,copied
        ldir
        ret

; Purpose   print with the ROM's letters, until CHARS is changed back
; In        nothing
; Out       CHARS, provided that its low byte is 0
; Corrupts  a
; Cost      30 T
rom_letters:
        ld a,rom_letters_page
        ld (sysvar_chars+1),a
        ret

code_loaded:
        db 0                            ; BASIC's: 1 once all has been loaded without an error
letters_end:
