/* The walk's solutions as rows, and its guesses. */

/* How a search walks: `left` and `limit` are analyses to the first solution, and from each to the next; -1 for as many
   as it takes. */
typedef struct {
    long long most, left, limit, fruitless;
    int has_stops;
    long long end; /* the analyses after which no further solution is looked for */
} Walk;

/* Put the next solutions into a list, as rows; the code is as `Kernel.search` says, FAILED with an exception set. */
static int walk_into(Board *board, Drawn *drawn, const Walk *walk, PyObject *list, PyObject *check)
{
    long long limit = walk->left;
    int answer = SOLVED;
    for (long long count = 0; count < walk->most; count++, limit = walk->limit) {
        if (board->line_calls >= walk->end)
            return PAUSED;
        answer = walk_on(board, limit, (int)walk->fruitless, walk->has_stops, check);
        if (answer != SOLVED)
            break;
        PyObject *rows = rows_as_text(board, drawn);
        int failed = !rows || PyList_Append(list, rows) < 0;
        Py_XDECREF(rows);
        if (failed)
            return FAILED;
    }
    return answer;
}

/* The colours of a cell that are left to be supposed after a level's, in their order; `below` is the state before. */
static PyObject *colours_left(const Board *board, uint64_t *below, const Level *level)
{
    PyObject *colours = PyList_New(0), *all;
    int colour = level->has_others ? level->colour : -1;
    while (colours && colour > 0 && (colour = next_colour(board, below, level->cell, colour)) >= 0) {
        PyObject *number = PyLong_FromLong(colour);
        if (!number || PyList_Append(colours, number) < 0)
            Py_CLEAR(colours);
        Py_XDECREF(number);
    }
    all = colours ? PyList_AsTuple(colours) : NULL;
    Py_XDECREF(colours);
    return all;
}

/* The guesses, as (row, column, colour, the colours that are left) for each cell. */
static PyObject *path_as_tuple(const Board *board)
{
    PyObject *path = PyTuple_New(board->level_count);
    int depth = board->depth;
    for (int number = 0; number < board->level_count; number++)
        depth -= board->levels[number].has_others;
    for (int number = 0; path && number < board->level_count; number++) {
        const Level *level = board->levels + number;
        PyObject *left = colours_left(board, board->frames + (size_t)depth * board->state_words, level);
        PyObject *cell = left ? Py_BuildValue("iiiN", level->cell / board->width, level->cell % board->width,
                                              level->colour, left)
                              : NULL;
        depth += level->has_others;
        if (!cell || PyTuple_SetItem(path, number, cell) < 0)
            Py_CLEAR(path);
    }
    return path;
}
