; The analysis of one line of a Japanese crossword, called from BASIC: RANDOMIZE USR 62976.
;
; See docs/memory-map.md for what lies where, and contract.asm for what BASIC and this code agree on.

        org 62976

        include "constants.inc"
        include "buffers.inc"
        include "contract.asm"
        include "tables.asm"
        include "variables.asm"
        include "analysis.asm"
        include "trim.asm"
        include "column.asm"
        include "wide.asm"
        ds changed_at-$
        dw changed_list
        ds line_page_size
        include "fixed.asm"
code_loaded:                            ; BASIC's: 1 once all code has come from the tape without an error
        db 0
code_end:
