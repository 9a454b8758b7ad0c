; All that is done with clues, the call of the analysis for a marked line, and the check of a filled grid, around the
; work page of the line analysis, which is its own work space, too. The tape has zeros for that page. The turbo edition
; has the routines for clues within its own code.

        include "constants.inc"

typing_origin:      equ 60941
typing_page_end:    equ 62464
ramtop:             equ typing_origin-1

        org typing_origin

        include "kept_clues.asm"
        include "typed_clues.asm"
        include "entered_clues.asm"
        include "solved.asm"
typing_low_end:
        ds typing_page_end-$
        include "clues.asm"
        include "marked.asm"
