; The call of the analysis for a marked line, the check of a filled grid, and the reading of typed clues: a block of its
; own around the work page of the line analysis, which is its own work space too; the tape has zeros for that page. The
; turbo edition has the reading of clues within its own code.

        include "constants.inc"

typing_origin:      equ 61416
typing_page_end:    equ 62464
ramtop:             equ typing_origin-1

        org typing_origin

        include "marked.asm"
        include "solved.asm"
        include "typed_clues.asm"
typing_low_end:
        ds typing_page_end-$
        include "entered_clues.asm"
typing_end:
