/* The clues of a plain text, read and checked in one pass: lines of digits between commas or blanks.

   It takes only what is sound. All else is left to the careful reader in Python, which says what is wrong and where. */

/* One side of the puzzle. */
typedef struct {
    const char *at, *end;
    int count, room;         /* lines, and the cells of each */
    unsigned short *lengths; /* of all groups; a 0 stands behind each line */
    long long cells;         /* black ones */
} Side;

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *line_end(const char *at, const char *end)
{
    const char *found = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return found ? found : end;
}

/* Read a clue into `lengths`; returns how many groups it has, -1 if it is not plain or does not fit. */
static int read_plain_clue(const char *at, const char *end, int room, unsigned short *lengths)
{
    int groups = 0, needed = -1;
    at = skip_blanks(at, end);
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (at == end || (end - at == 1 && (*at == '0' || *at == '-')))
        return 0;
    for (;;) {
        int length = 0;
        if (at == end || *at < '0' || *at > '9')
            return -1;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if ((length = 10 * length + *at - '0') > room)
                return -1;
        if (!length || (needed += length + 1) > room)
            return -1;
        lengths[groups++] = (unsigned short)length;
        if (at == end)
            return groups;
        const char *behind = skip_blanks(at, end);
        int is_apart = behind > at;
        at = behind;
        if (*at == ',')
            at = skip_blanks(at + 1, end);
        else if (!is_apart)
            return -1;
    }
}

/* The clues of a side as tuples; NULL if they are not plain, or with an exception set. If as many lines as wanted have
   text, the blank ones are layout; otherwise they are lines without groups. */
static PyObject *read_side(Side *side)
{
    const char *line, *end;
    int filled = 0, index = 0;
    unsigned short *lengths = side->lengths;
    for (line = side->at; line < side->end; line = end + 1) {
        end = line_end(line, side->end);
        filled += skip_blanks(line, end) < end;
    }
    PyObject *clues = filled <= side->count ? PyTuple_New(side->count) : NULL;
    for (line = side->at; clues && line < side->end; line = end + 1) {
        end = line_end(line, side->end);
        int is_blank = skip_blanks(line, end) == end;
        if (is_blank && (filled == side->count || index == side->count))
            continue;
        int groups = index < side->count ? read_plain_clue(line, end, side->room, lengths) : -1;
        PyObject *clue = groups >= 0 ? PyTuple_New(groups) : NULL;
        for (int group = 0; clue && group < groups; group++) {
            PyObject *length = PyLong_FromLong(lengths[group]);
            side->cells += lengths[group];
            if (!length || PyTuple_SetItem(clue, group, length) < 0)
                Py_CLEAR(clue);
        }
        if (!clue || PyTuple_SetItem(clues, index++, clue) < 0) {
            Py_CLEAR(clues);
            break;
        }
        lengths += groups;
        *lengths++ = 0;
    }
    if (clues && index < side->count)
        Py_CLEAR(clues);
    return clues;
}

/* Whether the cells of a picture, 0 or 1, are those of a side's clues; `along` leads to the next cell of a line. */
static int has_cells(const Side *side, const char *cells, Py_ssize_t along, Py_ssize_t across)
{
    const unsigned short *lengths = side->lengths;
    for (int line = 0; line < side->count; line++, lengths++) {
        int run = 0;
        for (int cell = 0; cell <= side->room; cell++) {
            char sign = cell < side->room ? cells[line * across + cell * along] : '0';
            if (sign == '1')
                run++;
            else if (sign != '0' || (run && *lengths++ != run))
                return 0;
            else
                run = 0;
        }
        if (*lengths)
            return 0;
    }
    return 1;
}

/* Text in ASCII of a Python string; NULL for any other, or with an exception set. */
static const char *ascii_of(PyObject *text, Py_ssize_t *size)
{
    const char *found = PyUnicode_AsUTF8AndSize(text, size);
    return found && *size == PyUnicode_GetLength(text) ? found : NULL;
}

/* Clues from text (rows, columns, width, height, goal); None if they are not plain, or no puzzle. */
static PyObject *read_plain(PyObject *module, PyObject *arguments)
{
    PyObject *row_text, *column_text, *goal, *answer = NULL;
    int width, height;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "UUiiU:read_plain", &row_text, &column_text, &width, &height, &goal) ||
        !lies_between(1, width, MAX_SIDE, "width") || !lies_between(1, height, MAX_SIDE, "height"))
        return NULL;
    Py_ssize_t row_size, column_size, cells;
    const char *row = ascii_of(row_text, &row_size), *column = row ? ascii_of(column_text, &column_size) : NULL;
    const char *picture = column ? ascii_of(goal, &cells) : NULL;
    if (picture && (!cells || cells == (Py_ssize_t)width * height)) {
        Side rows = {row, row + row_size, height, width, NULL, 0};
        Side columns = {column, column + column_size, width, height, NULL, 0};
        size_t room = ((size_t)row_size / 2 + 2 + (size_t)column_size / 2 + 2 + 2 * MAX_SIDE) * sizeof(unsigned short);
        rows.lengths = PyMem_Malloc(room);
        if (!rows.lengths)
            return PyErr_NoMemory();
        columns.lengths = rows.lengths + row_size / 2 + 2 + MAX_SIDE;
        PyObject *first = read_side(&rows), *second = first ? read_side(&columns) : NULL;
        if (second && rows.cells == columns.cells &&
            (!cells || (has_cells(&rows, picture, 1, width) && has_cells(&columns, picture, width, 1))))
            answer = PyTuple_Pack(2, first, second);
        Py_XDECREF(first);
        Py_XDECREF(second);
        PyMem_Free(rows.lengths);
    }
    return answer || PyErr_Occurred() ? answer : Py_NewRef(Py_None);
}
