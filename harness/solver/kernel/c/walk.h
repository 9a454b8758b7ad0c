/* The walk through all solutions of a state, depth first. At each node it probes cells and branches on the one named;
   where solutions lie close together, it branches on the first open cell, which is quicker. It stops now and then, with
   the solutions found by then, and continues from there. */

/* A cell that was supposed; if there are colours left for it, the state below is the one before. */
struct Level {
    int cell, colour, has_others;
};

enum { AT_START, AT_CHILD, IN_NODE, AT_BRANCH, AT_CONTRADICTION, AT_DEAD_END, AT_SOLUTION, AT_END };

/* what the walk answers, beside `SOLVED`, `CONTRADICTION` and `PAUSED`, if it is told to stop at every step */
#define NAMED (-5)    /* probing has named a cell to branch on */
#define SUPPOSED (-6) /* a cell was supposed, and its lines say what follows */
#define STRANDED (-7) /* a contradiction */

/* Solutions found before the walk may do without probing, and the analyses from one to the next for which it does. */
#define MANY_SOLUTIONS 2
#define CLOSE 1000

/* Copy a state onto the stack; 0 with an exception set if there is no memory. */
static int push_state(Board *board, int from_lowest)
{
    size_t size = board->state_words * sizeof(uint64_t);
    if (board->depth + 1 == board->capacity) {
        uint64_t *grown = PyMem_Realloc(board->frames, size * board->capacity * 2);
        if (!grown) {
            PyErr_NoMemory();
            return 0;
        }
        board->frames = grown;
        board->capacity *= 2;
    }
    board->depth++;
    memcpy(top(board), from_lowest ? board->frames : top(board) - board->state_words, size);
    return 1;
}

/* The next colour that a cell may have: 1, 2, … and the background last; -1 if there is none. */
static int next_colour(const Board *board, uint64_t *state, int cell, int after)
{
    while (after) {
        after = (after + 1) % board->colours;
        if (may_have(board, state, cell / board->width, cell % board->width, after))
            return after;
    }
    return -1;
}

/* The colour that is tried first. */
static int first_colour(const Board *board, uint64_t *state, int cell)
{
    int colour = 1;
    while (colour < board->colours && !may_have(board, state, cell / board->width, cell % board->width, colour))
        colour++;
    return colour % board->colours;
}

/* Suppose a colour of a cell of the top state; returns 0 with an exception set if there is no memory. */
static int suppose(Board *board, int cell, int colour)
{
    int has_others = next_colour(board, top(board), cell, colour) >= 0;
    if (board->level_count == board->level_room) {
        int room = board->level_room ? 2 * board->level_room : 64;
        Level *grown = PyMem_Realloc(board->levels, (size_t)room * sizeof(Level));
        if (!grown) {
            PyErr_NoMemory();
            return 0;
        }
        board->levels = grown;
        board->level_room = room;
    }
    if (has_others && !push_state(board, 0))
        return 0;
    Level level = {cell, colour, has_others};
    board->levels[board->level_count++] = level;
    put_in(board, top(board), cell / board->width, cell % board->width, colour);
    return 1;
}

/* Go to the next colour of the last cell that has one left; PAUSED if there is one, else a code. */
static int go_back(Board *board)
{
    while (board->level_count && !board->levels[board->level_count - 1].has_others)
        board->level_count--;
    if (!board->level_count)
        return CONTRADICTION;
    Level last = board->levels[--board->level_count];
    board->depth--;
    return suppose(board, last.cell, next_colour(board, top(board), last.cell, last.colour)) ? PAUSED : FAILED;
}

static int first_open_cell(const Board *board, uint64_t *state)
{
    for (int row = 0; row < board->height; row++)
        for (int word = 0; word < board->words; word++) {
            uint64_t open = open_word(board, sets_of(board, state, row), word);
            if (open)
                return row * board->width + word * WORD_BITS + lowest_bit(open);
        }
    return -1;
}

/* The cell to branch on in the top state; SOLVED if it is a picture, or a code. */
static int name_cell(Board *board, int fruitless, long long end, PyObject *check)
{
    int is_close = board->solution_count >= MANY_SOLUTIONS && board->line_calls - board->solution_at < CLOSE;
    if (fruitless && !is_close && board->named_at == board->line_calls && board->named_of < fruitless)
        return board->named;
    if (fruitless && !is_close)
        return probe(board, end == LLONG_MAX ? -1 : end > board->line_calls ? end - board->line_calls : 0, fruitless, check);
    int cell = first_open_cell(board, top(board));
    return cell < 0 ? SOLVED : board->line_calls < end ? cell : PAUSED;
}

/* Go to the next solution: SOLVED; CONTRADICTION if there is none; PAUSED if so many analyses have not found one.

   `fruitless` is for the probing of cells; 0 for a walk without any. With `has_stops`, it answers each step. */
static int walk_on(Board *board, long long limit, int fruitless, int has_stops, PyObject *check)
{
    long long end = limit < 0 ? LLONG_MAX : board->line_calls + limit;
    for (;;) {
        int answer, was = board->walk;
        switch (was) {
        case AT_END:
            return CONTRADICTION;
        case AT_CONTRADICTION:
            board->walk = AT_DEAD_END;
            if (has_stops)
                return STRANDED;
            break;
        case AT_DEAD_END:
        case AT_SOLUTION:
            if ((answer = go_back(board)) == FAILED)
                return FAILED;
            board->walk = answer == PAUSED ? AT_CHILD : AT_END;
            break;
        case AT_BRANCH:
            if (!suppose(board, board->branch, first_colour(board, top(board), board->branch)))
                return FAILED;
            board->walk = AT_CHILD;
            break;
        case AT_START:
        case AT_CHILD:
            if ((answer = settle(board, top(board), check)) == FAILED)
                return FAILED;
            board->walk = answer == STABLE ? IN_NODE : AT_CONTRADICTION;
            if (has_stops && was == AT_CHILD)
                return SUPPOSED;
            break;
        default: /* IN_NODE */
            answer = name_cell(board, fruitless, end, check);
            if (answer == FAILED || answer == PAUSED)
                return answer;
            if (answer == SOLVED) {
                board->walk = AT_SOLUTION;
                board->solution_count++;
                board->solution_at = board->line_calls;
                return SOLVED;
            }
            board->walk = answer == CONTRADICTION ? AT_CONTRADICTION : AT_BRANCH;
            if (answer == CONTRADICTION)
                break;
            board->branch = answer;
            board->guesses++;
            if (has_stops)
                return NAMED;
        }
    }
}

/* Return 1 if nothing is left behind the solution found last. */
static int is_last(const Board *board)
{
    for (int number = 0; number < board->level_count; number++)
        if (board->levels[number].has_others)
            return 0;
    return 1;
}

/* What ends a batch: after the last solution of all nothing is left to walk through. */
static int end_batch(Board *board, int answer)
{
    if (answer == FAILED || (answer == SOLVED && is_last(board)))
        board->walk = AT_END;
    return answer == FAILED ? PAUSED : board->walk == AT_END ? CONTRADICTION : answer;
}

/* Draw the top state, a picture: a byte for each cell, and the end of the line behind each row. */
static char *draw_picture(Board *board, const char *keys, char *to)
{
    for (int row = 0; row < board->height; row++, to += board->width + 1) {
        const uint64_t *sets = sets_of(board, top(board), row);
        memset(to, keys[0], (size_t)board->width);
        to[board->width] = '\n';
        for (int set = board->words; set < board->colours * board->words; set++)
            for (uint64_t cells = sets[set]; cells; cells &= cells - 1)
                to[set % board->words * WORD_BITS + lowest_bit(cells)] = keys[set / board->words];
    }
    return to;
}

/* Take the exception that is set; a new reference. */
static PyObject *take_exception(void)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value && trace)
        PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return value ? value : Py_NewRef(Py_None);
}

/* The next solutions as (code, how many, their pictures, what the check raised): as `Kernel.walk` says. */
static PyObject *walk_as_tuple(Board *board, const char *keys, const char *mark, Py_ssize_t mark_size, long long most,
                               long long limit, PyObject *check)
{
    size_t size = keys ? (size_t)board->height * ((size_t)board->width + 1) + (size_t)mark_size : 0;
    char *text = PyMem_Malloc((size_t)most * size + 1), *end = text;
    long long count = 0;
    int answer = SOLVED;
    if (!text)
        return PyErr_NoMemory();
    while (count < most && (answer = walk_on(board, limit, 0, 0, check)) == SOLVED) {
        if (keys) {
            if (count) {
                memcpy(end, mark, (size_t)mark_size);
                end += mark_size;
            }
            end = draw_picture(board, keys, end);
        }
        count++;
    }
    PyObject *raised = answer == FAILED ? take_exception() : Py_NewRef(Py_None), *found;
    answer = end_batch(board, answer);
    found = Py_BuildValue("iLy#N", answer, count, text, (Py_ssize_t)(end - text), raised);
    PyMem_Free(text);
    return found;
}
