/* A board made of keys and clues, as Python has them; what would break it is refused. */

#define MAX_SIDE 4000
#define MAX_COLOURS 1001 /* the background included */
#define BLOT (-1)       /* in a clue: a group of unknown length */

typedef char Drawn[5]; /* what stands for a colour, in UTF-8 */

/* Memory for all that a board has from the beginning; 0 with an exception set if there is none. */
static int make_room(Board *board, int total_groups)
{
    size_t lines = (size_t)board->lines;
    size_t line_scratch = ((size_t)board->most_groups + 1) * (size_t)board->words;
    board->length = PyMem_Calloc(lines, sizeof(int));
    board->first_group = PyMem_Calloc(lines + 1, sizeof(int));
    board->groups = PyMem_Calloc((size_t)total_groups + 1, sizeof(Group));
    board->queue = PyMem_Calloc(lines, sizeof(int));
    board->waiting = PyMem_Calloc(lines, 1);
    board->touched = PyMem_Calloc(lines, sizeof(Window));
    board->changed = PyMem_Calloc(2 * lines, sizeof(int));
    board->is_changed = PyMem_Calloc(lines, 1);
    board->starts = PyMem_Calloc(line_scratch, sizeof(uint64_t));
    board->reach = PyMem_Calloc(line_scratch, sizeof(uint64_t));
    board->windows = PyMem_Calloc((size_t)total_groups + 1, sizeof(Window));
    board->solved = PyMem_Calloc(board->line_words + 3 * (size_t)board->words, sizeof(uint64_t));
    board->scratch = board->solved + board->line_words;
    board->frames = PyMem_Malloc(board->capacity * board->state_words * sizeof(uint64_t));
    if (board->length && board->first_group && board->groups && board->queue && board->waiting && board->touched &&
        board->changed && board->is_changed &&
        board->starts && board->reach && board->windows && board->solved && board->frames) {
        board->shared = board->changed + lines;
        memset(board->frames, 0, board->state_words * sizeof(uint64_t));
        return 1;
    }
    PyErr_NoMemory();
    return 0;
}

/* Read a group, a bare length or one that knows its key; 0 with an exception set if it is none. */
static int read_group(PyObject *item, const Py_UCS4 *keys, int colours, Group *group)
{
    int colour = 1;
    if (!PyLong_CheckExact(item)) {
        PyObject *name = PyUnicode_InternFromString("key"), *key = name ? PyObject_GetAttr(item, name) : NULL;
        Py_XDECREF(name);
        if (!key)
            return refuse(PyExc_TypeError, "a group is a length, or a length with a key");
        Py_UCS4 wanted = PyUnicode_Check(key) && PyUnicode_GetLength(key) == 1 ? PyUnicode_ReadChar(key, 0) : 0;
        Py_DECREF(key);
        while (colour < colours && keys[colour] != wanted)
            colour++;
    }
    if (colour >= colours)
        return refuse(PyExc_ValueError, "a group of no colour that there is");
    long long length;
    if (!read_integer(item, &length))
        return 0;
    group->colour = (unsigned short)colour;
    group->is_blot = length == BLOT;
    group->length = group->is_blot ? 1 : length < 1 || length > MAX_SIDE ? MAX_SIDE + 1 : (unsigned short)length;
    return 1;
}

static PyObject *clue_of(const Board *board, PyObject *rows, PyObject *columns, int line)
{
    return line < board->height ? PyTuple_GetItem(rows, line) : PyTuple_GetItem(columns, line - board->height);
}

#define REMEMBERED 256

/* Read the clues of all lines; every group must be 1 or more and the clue must fit its line. Groups that are the same
   are mostly the same object, too: what was read last of each is kept by its address. */
static int read_clues(Board *board, PyObject *rows, PyObject *columns, const Py_UCS4 *keys)
{
    struct {
        PyObject *item;
        Group group;
    } known[REMEMBERED] = {{NULL, {0}}}, *seen;
    int total = 0;
    for (int line = 0; line < board->lines; line++) {
        PyObject *clue = clue_of(board, rows, columns, line);
        int needed = 0, beside = 0, length = line < board->height ? board->width : board->height;
        Py_ssize_t count = PyTuple_Size(clue);
        board->length[line] = length;
        board->first_group[line] = total;
        for (Py_ssize_t number = 0; number < count; number++) {
            Group *group = board->groups + total++;
            PyObject *item = PyTuple_GetItem(clue, number);
            seen = known + ((uintptr_t)item / 16) % REMEMBERED;
            if (seen->item != item) {
                if (!read_group(item, keys, board->colours, &seen->group))
                    return 0;
                seen->item = item;
            }
            *group = seen->group;
            needed += group->length + (group->colour == beside);
            beside = group->colour;
            board->has_blots |= group->is_blot;
            if (needed > length)
                return refuse(PyExc_ValueError, "line %d: its blocks do not fit", line);
        }
    }
    board->first_group[board->lines] = total;
    return 1;
}

/* Count the groups of all clues, and the most of a line into the board; 0 with an exception set if they are none. */
static int count_groups(Board *board, PyObject *rows, PyObject *columns, int *total)
{
    *total = 0;
    for (int line = 0; line < board->lines; line++) {
        PyObject *clue = clue_of(board, rows, columns, line);
        if (!PyTuple_Check(clue))
            return refuse(PyExc_TypeError, "a clue must be a tuple");
        Py_ssize_t count = PyTuple_Size(clue);
        if (count > MAX_SIDE)
            return refuse(PyExc_ValueError, "line %d: its blocks do not fit", line);
        *total += (int)count;
        board->most_groups = (int)count > board->most_groups ? (int)count : board->most_groups;
    }
    return 1;
}

/* Read the keys of the colours, the background first, and how to draw them and, last, an unknown cell; 0 with an
   exception set if they are none. */
static int read_keys(Board *board, Drawn *drawn, PyObject *keys, Py_UCS4 *found)
{
    Py_ssize_t count = PyUnicode_GetLength(keys);
    if (count < 1 || count > MAX_COLOURS)
        return refuse(PyExc_ValueError, "%zd colours", count);
    board->colours = (int)count;
    strcpy(drawn[count], "?");
    for (Py_ssize_t colour = 0; colour < count; colour++) {
        PyObject *key = PyUnicode_Substring(keys, colour, colour + 1);
        const char *text = key ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
        if (text) {
            memset(drawn[colour], 0, sizeof drawn[colour]);
            strncpy(drawn[colour], text, 4);
            found[colour] = PyUnicode_ReadChar(key, 0);
        }
        Py_XDECREF(key);
        if (!text)
            return 0;
        if (!found[colour])
            return refuse(PyExc_ValueError, "colour %zd: a key of no width", colour); /* it would end the text */
    }
    return 1;
}

/* Make a board of keys and clues, with nothing known; it was all zeros before. 0 with an exception set if that cannot
   be; what is allocated by then stands in the board. */
static int make_board(Board *board, Drawn *drawn, PyObject *keys, PyObject *rows, PyObject *columns)
{
    Py_ssize_t height = PyTuple_Size(rows), width = PyTuple_Size(columns);
    Py_UCS4 found[MAX_COLOURS];
    int total_groups;
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return refuse(PyExc_ValueError, "a board of %zd by %zd cells", width, height);
    board->width = (int)width;
    board->height = (int)height;
    board->lines = (int)(width + height);
    board->words = (int)(width > height ? width : height) / WORD_BITS + 1; /* room for the boundary behind the line */
    board->analyse = board->words == 1 ? analyse_1 : analyse_long;
#ifdef HAS_TWO_WORDS
    if (board->words == 2)
        board->analyse = analyse_2;
#endif
    board->capacity = 2;
    board->patience = PATIENCE / board->words;
    if (!read_keys(board, drawn, keys, found) || !count_groups(board, rows, columns, &total_groups))
        return 0;
    board->line_words = (size_t)board->colours * board->words;
    board->state_words = board->line_words * board->lines;
    if (!make_room(board, total_groups) || !read_clues(board, rows, columns, found))
        return 0;
    for (int line = 0; line < board->lines; line++) {
        uint64_t *sets = sets_of(board, board->frames, line);
        for (int colour = 0; colour < board->colours; colour++, sets += board->words)
            for (int word = 0; word < used_words(board, line); word++)
                sets[word] = cells_word(board->length[line], word);
        if (board->analyse == analyse_long)
            open_windows(board, line);
        mark(board, line);
    }
    return 1;
}
