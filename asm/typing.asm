; The reading of typed clues, a block of its own below the work page of the line analysis. The turbo edition has the
; same routines within its own code.

        include "constants.inc"

typing_origin:      equ 61300
ramtop:             equ typing_origin-1

        org typing_origin

        include "typed_clues.asm"
typing_end:
