; The turbo edition: all of solving, and the counting of solutions, in machine code.
;
; The line analysis is not in here: it stands at 62976 as in the other editions, and answers BASIC there. The build
; assembles it first and defines what this code calls and fills of it: see turbo_line.asm.
; The routines for BASIC are in turbo_entry.asm; docs/turbo.md has the rest.
; The first routine is the analysis of a line, so that its runs can be counted without symbols.

        include "constants.inc"
        include "turbo.inc"

        org turbo_origin

        include "turbo_line.asm"
        include "turbo_entry.asm"
        include "turbo_clues.asm"
        include "turbo_grid.asm"
        include "turbo_draw.asm"
        include "turbo_loop.asm"
        include "turbo_store.asm"
        include "turbo_single.asm"
        include "turbo_count.asm"
        include "turbo_search.asm"
        include "turbo_progress.asm"
        include "typed_clues.asm"
        include "entered_clues.asm"
        include "kept_clues.asm"
        include "clues.asm"
turbo_code_end:
