/* The compiled kernel of the fast solver: line logic, probing and guessing on a stack of states, in any number of
   colours and on sides of any length.

   It does exactly what harness/solver/pure_kernel.py does, only faster; the tests hold both against each other.
   It is built where there is a compiler when the project is installed, and missed by nobody but the clock elsewhere.
   Of Python it uses the stable interface alone, so that one build serves all versions from 3.11 on. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include "words.h"

#include "board.h"

#define WORD uint64_t
#define WORDS 1
#define NAME(x) x##_1
#include "short_line.h"
#undef WORD
#undef WORDS
#undef NAME
#ifdef HAS_TWO_WORDS
#define WORD two_words
#define WORDS 2
#define NAME(x) x##_2
#include "short_line.h"
#undef WORD
#undef WORDS
#undef NAME
#endif
#include "long_line.h"

#include "probe.h"

#include "beliefs.h"

#include "vary.h"

#define VERSION 4 /* counts changes of the interface; harness/solver/fast_kernel.py refuses another one */

#include "clues.h"

#include "for_tests.h"

typedef struct {
    PyObject_HEAD
    Board board;
    Drawn drawn[MAX_COLOURS + 1]; /* the colours, and last an unknown cell */
} Kernel;

static void kernel_dealloc(Kernel *self)
{
    Board *board = &self->board;
    void *parts[] = {board->length, board->first_group, board->groups, board->windows, board->queue, board->waiting,
                     board->starts, board->reach,       board->solved, board->frames,  board->order, board->joined,
                     board->trial};
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        PyMem_Free(parts[part]);
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *keys, *rows, *columns;
    if (keywords && PyDict_Size(keywords)) {
        PyErr_SetString(PyExc_TypeError, "Kernel takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_ParseTuple(arguments, "UO!O!", &keys, &PyTuple_Type, &rows, &PyTuple_Type, &columns))
        return NULL;
    Py_ssize_t height = PyTuple_Size(rows), width = PyTuple_Size(columns);
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
        PyErr_Format(PyExc_ValueError, "a board of %zd by %zd cells", width, height);
        return NULL;
    }
    Kernel *self = (Kernel *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self)
        return NULL;
    Board *board = &self->board;
    Py_UCS4 found[MAX_COLOURS];
    int longer = (int)(width > height ? width : height), total_groups = -1;
    board->width = (int)width;
    board->height = (int)height;
    board->lines = (int)(width + height);
    board->words = longer / WORD_BITS + 1; /* room for the boundary behind the line */
    board->analyse = board->words == 1 ? analyse_1 : analyse_long;
#ifdef HAS_TWO_WORDS
    if (board->words == 2)
        board->analyse = analyse_2;
#endif
    board->capacity = 2;
    board->patience = PATIENCE / board->words;
    if (read_keys(board, self->drawn, keys, found)) {
        board->line_words = (size_t)board->colours * board->words;
        board->state_words = board->line_words * board->lines;
        total_groups = count_groups(board, rows, columns);
    }
    if (total_groups < 0 || !start(board, total_groups, rows, columns, found)) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *code(int answer) { return answer == FAILED ? NULL : PyLong_FromLong(answer); }

static PyObject *kernel_propagate(Kernel *self, PyObject *arguments)
{
    PyObject *check = Py_None;
    if (!PyArg_ParseTuple(arguments, "|O", &check) || !may_go_on(&self->board, check))
        return NULL;
    return code(settle(&self->board, top(&self->board), check));
}

static int read_cell(const Board *board, PyObject *arguments, int *row, int *column, int *colour)
{
    if (!PyArg_ParseTuple(arguments, "iii", row, column, colour))
        return 0;
    if (*row >= 0 && *column >= 0 && *row < board->height && *column < board->width && *colour >= 0 &&
        *colour < board->colours)
        return 1;
    PyErr_SetString(PyExc_ValueError, "no such cell or colour");
    return 0;
}

static PyObject *kernel_put(Kernel *self, PyObject *arguments)
{
    int row, column, colour;
    if (!read_cell(&self->board, arguments, &row, &column, &colour))
        return NULL;
    put_in(&self->board, top(&self->board), row, column, colour);
    Py_RETURN_NONE;
}

static PyObject *kernel_rule_out(Kernel *self, PyObject *arguments)
{
    int row, column, colour;
    if (!read_cell(&self->board, arguments, &row, &column, &colour))
        return NULL;
    rule_out(&self->board, top(&self->board), row, column, colour);
    mark(&self->board, row);
    mark(&self->board, self->board.height + column);
    Py_RETURN_NONE;
}

static PyObject *kernel_push(Kernel *self, PyObject *unused)
{
    Board *board = &self->board;
    size_t size = board->state_words * sizeof(uint64_t);
    (void)unused;
    if (board->depth + 1 == board->capacity) {
        uint64_t *grown = PyMem_Realloc(board->frames, size * board->capacity * 2);
        if (!grown)
            return PyErr_NoMemory();
        board->frames = grown;
        board->capacity *= 2;
    }
    board->depth++;
    memcpy(top(board), top(board) - board->state_words, size);
    Py_RETURN_NONE;
}

static PyObject *kernel_pop(Kernel *self, PyObject *unused)
{
    (void)unused;
    if (!self->board.depth) {
        PyErr_SetString(PyExc_IndexError, "there is no state below");
        return NULL;
    }
    self->board.depth--;
    Py_RETURN_NONE;
}

static PyObject *kernel_probe(Kernel *self, PyObject *arguments)
{
    long long limit;
    int fruitless;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LiO", &limit, &fruitless, &check))
        return NULL;
    return code(probe(&self->board, limit, fruitless, check));
}

static PyObject *kernel_sweep(Kernel *self, PyObject *arguments)
{
    long long credit, worth;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LLO", &credit, &worth, &check))
        return NULL;
    return code(sweep(&self->board, credit, worth, check));
}

static PyObject *kernel_guess(Kernel *self, PyObject *arguments)
{
    int attempts, sweeps;
    double share, damping;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "ididO", &attempts, &share, &sweeps, &damping, &check))
        return NULL;
    return code(guess(&self->board, attempts, share, sweeps, damping, check));
}

static PyObject *kernel_vary(Kernel *self, PyObject *arguments)
{
    int reach;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "iO", &reach, &check))
        return NULL;
    if (self->board.depth)
        return code(vary(&self->board, reach, check));
    PyErr_SetString(PyExc_IndexError, "there is no state below");
    return NULL;
}

static PyObject *kernel_rows(Kernel *self, PyObject *unused)
{
    (void)unused;
    Board *board = &self->board;
    uint64_t *state = top(board);
    int width = board->width;
    PyObject *rows = PyTuple_New(board->height);
    for (int row = 0; rows && row < board->height; row++) {
        uint64_t *sets = sets_of(board, state, row);
        unsigned short colour_of[MAX_SIDE];
        char text[4 * MAX_SIDE], *end = text;
        for (int word = 0; word < board->words; word++) {
            uint64_t open = open_word(board, sets, word), none = cells_word(width, word);
            for (int colour = 0; colour < board->colours; colour++) {
                uint64_t cells = sets[colour * board->words + word];
                none &= ~cells;
                for (cells &= ~open; cells; cells &= cells - 1)
                    colour_of[word * WORD_BITS + lowest_bit(cells)] = (unsigned short)colour;
            }
            for (open |= none; open; open &= open - 1)
                colour_of[word * WORD_BITS + lowest_bit(open)] = (unsigned short)board->colours;
        }
        for (int column = 0; column < width; column++)
            for (const char *from = self->drawn[colour_of[column]]; *from;)
                *end++ = *from++;
        PyObject *drawn = PyUnicode_FromStringAndSize(text, end - text);
        if (!drawn || PyTuple_SetItem(rows, row, drawn) < 0)
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

static int read_line_number(const Board *board, PyObject *argument)
{
    long line = PyLong_AsLong(argument);
    if (line == -1 && PyErr_Occurred())
        return -1;
    if (line < 0 || line >= board->lines) {
        PyErr_SetString(PyExc_ValueError, "no such line");
        return -1;
    }
    return (int)line;
}

static PyObject *kernel_can(Kernel *self, PyObject *argument)
{
    Board *board = &self->board;
    int line = read_line_number(board, argument);
    return line < 0 ? NULL : sets_as_ints(sets_of(board, top(board), line), board->colours, board->words);
}

static PyObject *kernel_line(Kernel *self, PyObject *argument)
{
    Board *board = &self->board;
    int line = read_line_number(board, argument), words = board->words;
    if (line < 0)
        return NULL;
    const uint64_t *sets = sets_of(board, top(board), line);
    uint64_t known[2][MAX_SIDE / WORD_BITS + 1];
    for (int word = 0; word < words; word++) {
        uint64_t background = sets[word], coloured = 0;
        for (int colour = 1; colour < board->colours; colour++)
            coloured |= sets[colour * words + word];
        known[0][word] = coloured & ~background;
        known[1][word] = background & ~coloured;
    }
    PyObject *first = set_as_int(known[0], words), *second = first ? set_as_int(known[1], words) : NULL;
    PyObject *both = second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return both;
}

static PyObject *kernel_analyse(Kernel *self, PyObject *argument)
{
    Board *board = &self->board;
    int line = read_line_number(board, argument), words = board->words;
    if (line < 0)
        return NULL;
    int first = board->first_group[line], count = board->first_group[line + 1] - first;
    board->in_root = 0;
    memset(board->starts, 0, (size_t)count * words * sizeof(uint64_t));
    if (!board->analyse(board, line, sets_of(board, top(board), line), board->solved))
        Py_RETURN_NONE;
    PyObject *starts = sets_as_ints(board->starts, count, words);
    PyObject *solved = starts ? sets_as_ints(board->solved, board->colours, words) : NULL;
    PyObject *both = solved ? PyTuple_Pack(2, starts, solved) : NULL;
    Py_XDECREF(starts);
    Py_XDECREF(solved);
    return both;
}

static PyObject *kernel_unknown_count(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(unknown_in(&self->board, top(&self->board)));
}

static PyObject *kernel_line_calls(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(self->board.line_calls);
}

static PyMethodDef kernel_methods[] = {
    {"propagate", (PyCFunction)(void (*)(void))kernel_propagate, METH_VARARGS,
     "Analyse the marked lines; -1, or the line in the way."},
    {"put", (PyCFunction)(void (*)(void))kernel_put, METH_VARARGS,
     "Give an unknown cell a colour (row, column, colour)."},
    {"rule_out", (PyCFunction)(void (*)(void))kernel_rule_out, METH_VARARGS,
     "Take a colour from those that a cell may have (row, column, colour)."},
    {"push", (PyCFunction)(void (*)(void))kernel_push, METH_NOARGS, "Work on a copy of the state from now on."},
    {"pop", (PyCFunction)(void (*)(void))kernel_pop, METH_NOARGS, "Go back to the state before the last push."},
    {"probe", (PyCFunction)(void (*)(void))kernel_probe, METH_VARARGS,
     "Decide by trial (limit, fruitless, check); a cell or a code."},
    {"sweep", (PyCFunction)(void (*)(void))kernel_sweep, METH_VARARGS,
     "Probe all cells while it pays (credit, worth, check); a code."},
    {"guess", (PyCFunction)(void (*)(void))kernel_guess, METH_VARARGS,
     "Look for a solution (attempts, share, sweeps, damping, check); a code."},
    {"vary", (PyCFunction)(void (*)(void))kernel_vary, METH_VARARGS,
     "Look for a solution near the one found (reach, check); a code."},
    {"rows", (PyCFunction)(void (*)(void))kernel_rows, METH_NOARGS, "The state as drawn rows."},
    {"can", (PyCFunction)(void (*)(void))kernel_can, METH_O, "For each colour, the cells of a line that may have it."},
    {"line", (PyCFunction)(void (*)(void))kernel_line, METH_O,
     "The sets of a line's cells that are known to be coloured, and known to be background."},
    {"analyse", (PyCFunction)(void (*)(void))kernel_analyse, METH_O,
     "What is possible in a line; None if no arrangement fits."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef kernel_properties[] = {
    {"unknown_count", (getter)(void (*)(void))kernel_unknown_count, NULL, "How many cells are not known.", NULL},
    {"line_calls", (getter)(void (*)(void))kernel_line_calls, NULL, "How many lines were analysed.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "Line logic and probing on a stack of states: Kernel(keys, rows, columns)."},
    {Py_tp_new, (void *)kernel_new},
    {Py_tp_dealloc, (void *)kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {Py_tp_getset, kernel_properties},
    {0, NULL},
};

static PyType_Spec kernel_type = {"harness.solver._fast.Kernel", sizeof(Kernel), 0, Py_TPFLAGS_DEFAULT, kernel_slots};

static PyMethodDef module_functions[] = {
    {"believe", believe, METH_VARARGS, "A line's chances (keys, clue, weights); None if nothing fits."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "_fast", "The compiled kernel of the fast solver.", -1, module_functions,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__fast(void)
{
    PyObject *module = PyModule_Create(&module_definition), *type = module ? PyType_FromSpec(&kernel_type) : NULL;
    if (type && PyModule_AddObjectRef(module, "Kernel", type) == 0 &&
        PyModule_AddIntConstant(module, "VERSION", VERSION) == 0 &&
        PyModule_AddIntConstant(module, "MAX_SIDE", MAX_SIDE) == 0) {
        Py_DECREF(type);
        return module;
    }
    Py_XDECREF(type);
    Py_XDECREF(module);
    return NULL;
}
