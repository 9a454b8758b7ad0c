"""A program listing as a magazine prints it, brought to tape.

In print, program lines are broken wherever the column ends, in the middle of words, numbers and strings;
there are pages, headings and prose around. `read_listing` finds the program in such a text:

1. `text` decodes it and reads the print shop's characters (“ ”, −, ×, ≤ …) as BASIC's.
2. `sight` says what each line looks like, `spans` finds every run of lines that is a
   program line: a number, then BASIC by the tokeniser's judgement, with or without a blank where a line of
   text was broken (`statements`).
3. `order` chooses among them: rising line numbers, as much of the text as possible, and no line
   broken where there was room left. So a number at the start of a line of text is the rest of a broken
   one (``GO TO 12|30``) or a new line number, whichever gives a program; a sentence with a number in front
   (“10 years ago …”) is neither.
4. `layout` tells from all breaks together how many blanks a string lost at the end of a line.

Whatever lies between program lines and might be code is an error, never left out in silence.
"""

from harness.spectrum.listing.program import Listing, build_listing_tape, parse_listing, read_listing

__all__ = ["Listing", "build_listing_tape", "parse_listing", "read_listing"]
