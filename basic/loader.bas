# The first block on every tape: shows the loading screen while the program comes in.
# The POKE at 40 turns the output of channel S into a RET of the ROM (#096F), so that "Program: ..."
# is not printed over the picture; line 100 of the program turns it back.
10 BORDER 0: PAPER 0: INK 0: CLS
20 LOAD "title"SCREEN$
30 LET s=PEEK 23631+256*PEEK 23632+5
40 POKE s,111
50 LOAD "crossword"
