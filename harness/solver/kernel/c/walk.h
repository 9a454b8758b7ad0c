/* The walk through all solutions of a state, depth first, without probing: where solutions lie close together, nothing
   is quicker. It stops now and then, with the solutions found by then, and continues from there. */

/* A cell that was supposed; if there are colours left for it, the state below is the one before. */
struct Level {
    int cell, colour, has_others;
};

enum { AT_START, IN_NODE, AT_SOLUTION, AT_END };

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

/* Go to the next solution: SOLVED; CONTRADICTION if there is none; PAUSED if so many analyses have not found one. */
static int walk_on(Board *board, long long limit, PyObject *check)
{
    long long end = board->line_calls + limit;
    if (board->walk == AT_END)
        return CONTRADICTION;
    int answer = board->walk == AT_SOLUTION ? go_back(board) : PAUSED;
    board->walk = IN_NODE;
    while (answer == PAUSED) {
        answer = settle(board, top(board), check);
        if (answer == FAILED)
            break;
        if (answer != STABLE) {
            answer = go_back(board);
            continue;
        }
        int cell = first_open_cell(board, top(board));
        if (cell < 0) {
            board->walk = AT_SOLUTION;
            return SOLVED;
        }
        if (board->line_calls >= end)
            return PAUSED;
        answer = suppose(board, cell, first_colour(board, top(board), cell)) ? PAUSED : FAILED;
    }
    if (answer == CONTRADICTION)
        board->walk = AT_END;
    return answer;
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
    while (count < most && (answer = walk_on(board, limit, check)) == SOLVED) {
        if (keys) {
            if (count) {
                memcpy(end, mark, (size_t)mark_size);
                end += mark_size;
            }
            end = draw_picture(board, keys, end);
        }
        count++;
    }
    if (answer == FAILED)
        board->walk = AT_END;
    PyObject *raised = answer == FAILED ? take_exception() : Py_NewRef(Py_None), *found;
    found = Py_BuildValue("iLy#N", answer == FAILED ? PAUSED : answer, count, text, (Py_ssize_t)(end - text), raised);
    PyMem_Free(text);
    return found;
}

/* The guesses, as (row, column, colour, whether others are left) for each cell. */
static PyObject *path_as_tuple(const Board *board)
{
    PyObject *path = PyTuple_New(board->level_count);
    for (int number = 0; path && number < board->level_count; number++) {
        const Level *level = board->levels + number;
        PyObject *cell = Py_BuildValue("iiiO", level->cell / board->width, level->cell % board->width, level->colour,
                                       level->has_others ? Py_True : Py_False);
        if (!cell || PyTuple_SetItem(path, number, cell) < 0)
            Py_CLEAR(path);
    }
    return path;
}
