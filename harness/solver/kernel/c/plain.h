/* A plain `.non` file in black and white, read and checked in one call; its format: harness/formats/simpson_non.py.

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

/* 1 if the cells of a picture, 0 or 1, are those of a side's clues; `along` leads to the next cell of a line. */
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

/* A file taken apart. */
typedef struct {
    int width, height; /* 0 before they are known */
    Side rows, columns; /* `at` is NULL before they are known */
    const char *goal;
    Py_ssize_t cells; /* of the goal */
    PyObject *headers; /* a list of all other keys with their values */
} Plain;

static int is_digit(char sign) { return '0' <= sign && sign <= '9'; }

static int is_letter(char sign) { return 'a' <= (sign | 32) && (sign | 32) <= 'z'; }

/* 1 if a text from `at` to `end` is this word. */
static int is_word(const char *at, const char *end, const char *word)
{
    return (size_t)(end - at) == strlen(word) && !memcmp(at, word, (size_t)(end - at));
}

/* A whole number up to `MAX_SIDE`; 0 for anything else. */
static int plain_size(const char *at, const char *end)
{
    int size = 0;
    for (; at < end; at++)
        if (!is_digit(*at) || (size = 10 * size + *at - '0') > MAX_SIDE)
            return 0;
    return size;
}

/* Keep a key and its value; 0 if that is not plain, or with an exception set. */
static int take_header(PyObject *headers, const char *key, const char *key_end, const char *value, const char *end)
{
    for (const char *at = value; at < end; at++)
        if ((unsigned char)*at < ' ' && *at != '\t')
            return 0;
    PyObject *text = PyUnicode_DecodeUTF8(value, end - value, NULL);
    PyObject *pair = Py_BuildValue("s#N", key, (Py_ssize_t)(key_end - key), text);
    int failed = !pair || PyList_Append(headers, pair) < 0;
    Py_XDECREF(pair);
    if (failed && PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
        PyErr_Clear();
    return !failed;
}

/* Take a line with a key apart; `*section` becomes the side that it opens, whose clues begin at `below`, or NULL. 0 if
   the line is not plain, or with an exception set. */
static int take_key(Plain *plain, const char *key, const char *end, const char *below, Side **section)
{
    const char *key_end = key;
    while (key_end < end && (is_letter(*key_end) || is_digit(*key_end) || *key_end == '_' || *key_end == '-'))
        key_end++;
    const char *value = skip_blanks(key_end, end);
    if (!is_letter(*key) || (key_end < end && value == key_end))
        return 0;
    int is_row = is_word(key, key_end, "rows");
    Side *side = is_row ? &plain->rows : is_word(key, key_end, "columns") ? &plain->columns : NULL;
    *section = side;
    if (side) {
        int is_first = !side->at;
        side->at = side->end = below;
        return is_first && value == end;
    }
    if (value < end && ((unsigned char)*value > '~' || (unsigned char)end[-1] > '~'))
        return 0; /* it may be a blank */
    if (end - value > 1 && *value == '"' && end[-1] == '"')
        value++, end--;
    int is_width = is_word(key, key_end, "width"), *size = is_width ? &plain->width : &plain->height;
    if (is_width || is_word(key, key_end, "height"))
        return !*size && (*size = plain_size(value, end));
    if (!is_word(key, key_end, "goal"))
        return take_header(plain->headers, key, key_end, value, end);
    if (plain->goal || value == end)
        return 0;
    plain->goal = value;
    plain->cells = end - value;
    return 1;
}

/* Take a file apart line by line; 0 if it is not plain, or with an exception set. */
static int take_apart(Plain *plain, const char *at, const char *end)
{
    Side *section = NULL;
    for (const char *below; at < end; at = below) {
        const char *last = line_end(at, end);
        below = last < end ? last + 1 : end;
        at = skip_blanks(at, last);
        while (last > at && (last[-1] == ' ' || last[-1] == '\t'))
            last--;
        if (at == last || is_digit(*at) || *at == '-') {
            if (section)
                section->end = below;
            else if (at < last)
                return 0;
        } else if (!take_key(plain, at, last, below, &section))
            return 0;
    }
    return plain->width && plain->height && plain->rows.at && plain->columns.at;
}

/* The clues of a file that was taken apart and the rest of it; None if it is no puzzle. */
static PyObject *plain_puzzle(Plain *plain)
{
    Side *rows = &plain->rows, *columns = &plain->columns;
    rows->count = columns->room = plain->height;
    columns->count = rows->room = plain->width;
    size_t of_rows = (size_t)(rows->end - rows->at) / 2 + 1 + (size_t)rows->count;
    size_t of_columns = (size_t)(columns->end - columns->at) / 2 + 1 + (size_t)columns->count;
    rows->lengths = PyMem_Malloc((of_rows + of_columns) * sizeof *rows->lengths);
    if (!rows->lengths)
        return PyErr_NoMemory();
    columns->lengths = rows->lengths + of_rows;
    PyObject *first = read_side(rows), *second = first ? read_side(columns) : NULL, *answer = NULL;
    const char *goal = plain->goal;
    if (second && rows->cells == columns->cells &&
        (!goal || (has_cells(rows, goal, 1, plain->width) && has_cells(columns, goal, plain->width, 1))))
        answer = Py_BuildValue("OOs#O", first, second, goal ? goal : "", plain->cells, plain->headers);
    Py_XDECREF(first);
    Py_XDECREF(second);
    PyMem_Free(rows->lengths);
    return answer;
}

/* The clues of the rows and of the columns, the cells of the goal, and the headers of a file's bytes; None if it is not
   plain, or no puzzle. */
static PyObject *read_plain(PyObject *module, PyObject *data)
{
    char *text;
    Py_ssize_t size;
    Plain plain = {0};
    PyObject *answer = NULL;
    (void)module;
    if (PyBytes_AsStringAndSize(data, &text, &size) < 0 || !(plain.headers = PyList_New(0)))
        return NULL;
    if (take_apart(&plain, text, text + size) && (!plain.goal || plain.cells == (Py_ssize_t)plain.width * plain.height))
        answer = plain_puzzle(&plain);
    Py_DECREF(plain.headers);
    return answer || PyErr_Occurred() ? answer : Py_NewRef(Py_None);
}
