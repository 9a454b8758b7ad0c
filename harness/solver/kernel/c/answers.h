/* The board's knowledge as Python objects. Each of these returns NULL with an exception set if there is no memory. */

/* The top state as drawn rows; an unknown cell is drawn as the last of `drawn`. */
static PyObject *rows_as_text(Board *board, Drawn *drawn)
{
    int width = board->width;
    PyObject *rows = PyTuple_New(board->height);
    for (int row = 0; rows && row < board->height; row++) {
        uint64_t *sets = sets_of(board, top(board), row);
        unsigned short drawn_as[MAX_SIDE];
        char text[4 * MAX_SIDE], *end = text;
        for (int word = 0; word < board->words; word++) {
            uint64_t open = open_word(board, sets, word), none = cells_word(width, word);
            for (int colour = 0; colour < board->colours; colour++) {
                uint64_t cells = sets[colour * board->words + word];
                none &= ~cells;
                for (cells &= ~open; cells; cells &= cells - 1)
                    drawn_as[word * WORD_BITS + lowest_bit(cells)] = (unsigned short)colour;
            }
            for (open |= none; open; open &= open - 1)
                drawn_as[word * WORD_BITS + lowest_bit(open)] = (unsigned short)board->colours;
        }
        for (int column = 0; column < width; column++)
            for (const char *from = drawn[drawn_as[column]]; *from;)
                *end++ = *from++;
        PyObject *line = PyUnicode_FromStringAndSize(text, end - text);
        if (!line || PyTuple_SetItem(rows, row, line) < 0)
            Py_CLEAR(rows);
    }
    return rows;
}

/* A set as a Python integer. */
static PyObject *set_as_int(const uint64_t *set, int words)
{
    static const char digits[] = "0123456789abcdef";
    char text[(MAX_SIDE / WORD_BITS + 1) * 16 + 1], *end = text;
    while (words > 1 && !set[words - 1])
        words--;
    if (words == 1)
        return PyLong_FromUnsignedLongLong(set[0]);
    for (int word = words - 1; word >= 0; word--)
        for (int shift = WORD_BITS - 4; shift >= 0; shift -= 4)
            *end++ = digits[set[word] >> shift & 15];
    *end = 0;
    return PyLong_FromString(text, NULL, 16);
}

static PyObject *sets_as_ints(const uint64_t *sets, int count, int words)
{
    PyObject *all = PyTuple_New(count);
    for (int set = 0; all && set < count; set++) {
        PyObject *cells = set_as_int(sets + (size_t)set * words, words);
        if (!cells || PyTuple_SetItem(all, set, cells) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* A pair of new objects, which it takes over; either may be NULL with an exception set, the second one without where
   the first one is. */
static PyObject *pair_of(PyObject *first, PyObject *second)
{
    PyObject *both = first && second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return both;
}

/* Possibilities that the analysis of a line leaves: each group's starts, and the cells of each colour; None if nothing. */
static PyObject *analysis_as_ints(Board *board, int line)
{
    int words = board->words, count = board->first_group[line + 1] - board->first_group[line];
    board->in_root = 0;
    memset(board->starts, 0, (size_t)count * words * sizeof(uint64_t));
    memset(board->solved, 0, board->line_words * sizeof(uint64_t));
    if (!board->analyse(board, line, sets_of(board, top(board), line), board->solved))
        Py_RETURN_NONE;
    PyObject *starts = sets_as_ints(board->starts, count, words);
    return pair_of(starts, starts ? sets_as_ints(board->solved, board->colours, words) : NULL);
}

/* Read a set of a line's cells from a Python integer, of which what is beyond the line is left out; 0 with an exception
   set if it is none. */
static int read_set(PyObject *given, int length, int words, uint64_t *set)
{
    PyObject *rest = Py_NewRef(given), *by = words > 1 ? PyLong_FromLong(WORD_BITS) : NULL;
    for (int word = 0; rest && word < words; word++) {
        set[word] = PyLong_AsUnsignedLongLongMask(rest) & cells_word(length, word);
        PyObject *shifted = PyErr_Occurred() ? NULL : by ? PyNumber_Rshift(rest, by) : Py_NewRef(rest);
        Py_DECREF(rest);
        rest = shifted;
    }
    Py_XDECREF(by);
    Py_XDECREF(rest);
    return rest != NULL;
}

/* The cells of each colour in a line of which `sets` are known; None if no arrangement fits. */
static PyObject *deduced_as_ints(Board *board, int line, PyObject *sets)
{
    if (PyTuple_Size(sets) != board->colours)
        return PyErr_Format(PyExc_ValueError, "a set for each colour");
    uint64_t *can = PyMem_Calloc(board->line_words, sizeof(uint64_t));
    if (!can)
        return PyErr_NoMemory();
    int colour = 0;
    while (colour < board->colours && read_set(PyTuple_GetItem(sets, colour), board->length[line], board->words,
                                               can + (size_t)colour * board->words))
        colour++;
    board->in_root = 0;
    memset(board->solved, 0, board->line_words * sizeof(uint64_t));
    PyObject *answer = NULL;
    if (colour == board->colours)
        answer = board->analyse(board, line, can, board->solved)
                     ? sets_as_ints(board->solved, board->colours, board->words)
                     : Py_NewRef(Py_None);
    PyMem_Free(can);
    return answer;
}
