/* A second solution near a first one: few cells of it change, close together. Most puzzles with several solutions have
   such a pair, and line logic finds it where all cells but a window's keep their colours.

   Source: that solutions differ by local switches is the common lore of discrete tomography: H. J. Ryser,
   "Combinatorial properties of matrices of zeros and ones", Canadian Journal of Mathematics 9 (1957). */

/* Rows and columns, first to last. */
typedef struct {
    int top, bottom, left, right;
} Frame;

/* One word of the cells from `first` to `last` of a line. */
static uint64_t between(int first, int last, int word)
{
    return cells_word(last + 1, word) & ~cells_word(first, word);
}

/* Let the lines from `first` to `last` know of their cells from `low` to `high` what `base` knows. */
static void forget_lines(Board *board, uint64_t *state, uint64_t *base, int first, int last, int low, int high)
{
    for (int line = first; line <= last; line++) {
        uint64_t *sets = sets_of(board, state, line), *open = sets_of(board, base, line);
        for (int colour = 0; colour < board->colours; colour++)
            for (int word = low / WORD_BITS; word <= high / WORD_BITS; word++)
                sets[colour * board->words + word] |= open[colour * board->words + word] & between(low, high, word);
        mark(board, line);
    }
}

/* The colour of a known cell; of a cell that nothing fits, the last one. */
static int colour_of(const Board *board, uint64_t *state, int row, int column)
{
    int colour = 0;
    while (colour + 1 < board->colours && !may_have(board, state, row, column, colour))
        colour++;
    return colour;
}

/* Give the open cells of a frame a solution's colours as far as single lines allow it, and the others where not.
   Returns `STABLE` if all are known then, a line if some line has no arrangement, or `FAILED`. */
static int follow(Board *board, uint64_t *state, uint64_t *solution, const Frame *frame, PyObject *check)
{
    size_t size = board->state_words * sizeof(uint64_t);
    for (int row = frame->top; row <= frame->bottom; row++)
        for (int column = frame->left; column <= frame->right; column++) {
            if (!is_open(board, state, row, column))
                continue;
            int colour = colour_of(board, solution, row, column), answer = 0;
            if (may_have(board, state, row, column, colour)) {
                memcpy(board->joined, state, size);
                put_in(board, state, row, column, colour);
                answer = settle(board, state, check);
                if (answer == FAILED || answer == STABLE)
                    goto settled;
                memcpy(state, board->joined, size);
                rule_out(board, state, row, column, colour);
            } else
                put_in(board, state, row, column, colour_of(board, state, row, column));
            mark(board, row);
            mark(board, board->height + column);
            answer = settle(board, state, check);
        settled:
            if (answer != STABLE)
                return answer;
        }
    return STABLE;
}

/* Look for a solution that the state below the top one allows beside the one that the top one is: each cell open there
   is given another colour, and all cells more than `reach` rows or columns away keep theirs. */
static int vary(Board *board, int reach, PyObject *check)
{
    if (!make_room_for_search(board))
        return FAILED;
    uint64_t *solution = top(board), *base = solution - board->state_words;
    for (int row = 0; row < board->height; row++)
        for (int word = 0; word < board->words; word++)
            for (uint64_t open = open_word(board, sets_of(board, base, row), word); open; open &= open - 1) {
                int column = word * WORD_BITS + lowest_bit(open), width = board->width, height = board->height;
                Frame frame = {row > reach ? row - reach : 0, row + reach < height ? row + reach : height - 1,
                               column > reach ? column - reach : 0, column + reach < width ? column + reach : width - 1};
                memcpy(board->trial, solution, board->state_words * sizeof(uint64_t));
                mark(board, row); /* where a contradiction is likeliest */
                mark(board, height + column);
                forget_lines(board, board->trial, base, frame.top, frame.bottom, frame.left, frame.right);
                forget_lines(board, board->trial, base, height + frame.left, height + frame.right, frame.top,
                             frame.bottom);
                rule_out(board, board->trial, row, column, colour_of(board, solution, row, column));
                int answer = settle(board, board->trial, check);
                if (answer == STABLE)
                    answer = follow(board, board->trial, solution, &frame, check);
                if (answer == FAILED)
                    return FAILED;
                if (answer == STABLE) {
                    memcpy(solution, board->trial, board->state_words * sizeof(uint64_t));
                    return SOLVED;
                }
            }
    return PAUSED;
}
