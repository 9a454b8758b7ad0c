"""Our Spectrum program: building it, driving it, and reading it off the screen.

* `build`: the tapes from their sources, `loading_screen` on them; `listing/`: a printed listing brought to tape.
* `disk`: TR-DOS disks as `.trd` and `.scl`; `disk_edition`: the programs on ours; `loaded`: a program with its puzzle.
* `menu`: the driver, which plays the program by what stands on the screen; `reader`: the grid off the screen memory.
* `play`: a puzzle through the program and back; `picture_play`: a picture through "Test picture" and "View data".
* `screens`: screens as pictures for a crossword, and crosswords as screens; `line_calls`: counts the analyses of lines.

Nothing in here knows a solver, directly or through another room: that is what makes the verdict worth something.
"""
