/* The compiled kernel of the fast solver: line logic and probing on a stack of states.

   It does exactly what harness/solver/fast_kernel.py does, only faster; the tests hold both against each other.
   It is built where there is a compiler when the project is installed, and missed by nobody but the clock elsewhere.
   Sets of cells are machine words of 64 or 128 bits, so that a side may have 126 cells at most. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define VERSION 2 /* counts changes of the interface; harness/solver/fast_kernel.py refuses another one */

/* what `probe` answers if it is no cell */
#define SOLVED (-1)
#define CONTRADICTION (-2)
#define PAUSED (-3)
#define FAILED (-4) /* a Python exception is set */

static void sift_down(uint64_t *heap, int count, int parent)
{
    uint64_t moved;
    if (parent >= count)
        return;
    moved = heap[parent];
    for (int child; (child = 2 * parent + 1) < count; parent = child) {
        if (child + 1 < count && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= moved)
            break;
        heap[parent] = heap[child];
    }
    heap[parent] = moved;
}

/* Ask whether the search may go on; 0 with an exception set if not. */
static int may_go_on(PyObject *check)
{
    if (PyErr_CheckSignals())
        return 0;
    if (check == Py_None)
        return 1;
    PyObject *answer = PyObject_CallNoArgs(check);
    Py_XDECREF(answer);
    return answer != NULL;
}

static uint64_t reverse_64(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (word & 0x0F0F0F0F0F0F0F0Fu) << 4;
    return __builtin_bswap64(word);
}

#include "beliefs.h"

typedef unsigned __int128 wide;

static wide reverse_128(wide word) { return (wide)reverse_64((uint64_t)word) << 64 | reverse_64((uint64_t)(word >> 64)); }

#define WORD uint64_t
#define NAME(x) x##_64
#define REVERSE reverse_64
#include "kernel_body.h"
#undef WORD
#undef NAME
#undef REVERSE
#define WORD wide
#define NAME(x) x##_128
#define REVERSE reverse_128
#include "kernel_body.h"
#undef WORD
#undef NAME
#undef REVERSE

#define MAX_SIDE 126

typedef struct {
    PyObject_HEAD
    int is_wide;
    Board_64 narrow;
    Board_128 broad;
} Kernel;

/* The structures differ in their sets alone, so what touches no set is written once for both. */
#define EITHER(self, expression_64, expression_128) ((self)->is_wide ? (expression_128) : (expression_64))

static PyObject *set_as_int(wide cells)
{
    PyObject *low = PyLong_FromUnsignedLongLong((uint64_t)cells);
    if (!(cells >> 64) || !low)
        return low;
    PyObject *high = PyLong_FromUnsignedLongLong((uint64_t)(cells >> 64)), *bits = PyLong_FromLong(64), *both = NULL;
    PyObject *shifted = high && bits ? PyNumber_Lshift(high, bits) : NULL;
    if (shifted)
        both = PyNumber_Or(shifted, low);
    Py_XDECREF(low);
    Py_XDECREF(high);
    Py_XDECREF(bits);
    Py_XDECREF(shifted);
    return both;
}

static wide set_of(Kernel *self, const void *state, int set)
{
    return self->is_wide ? ((const wide *)state)[set] : ((const uint64_t *)state)[set];
}

static const void *top_of(Kernel *self)
{
    return self->is_wide ? (const void *)top_128(&self->broad) : (const void *)top_64(&self->narrow);
}

/* Both boards begin alike: what they share is allocated here, the sets by their own size. */
#define ALLOCATE(board, size)                                                                                          \
    ((board).frames = PyMem_Calloc((size_t)(board).capacity * 2 * lines, size),                                        \
     (board).trials = PyMem_Calloc((size_t)4 * lines, size), (board).starts = PyMem_Calloc(most + 1, size),            \
     (board).gaps = PyMem_Calloc(most + 1, size), (board).length = PyMem_Calloc(lines, sizeof(int)),                   \
     (board).first_block = PyMem_Calloc(lines + 1, sizeof(int)), (board).blocks = PyMem_Calloc(total + 1, sizeof(int)), \
     (board).queue = PyMem_Calloc(lines, sizeof(int)), (board).waiting = PyMem_Calloc(lines, 1),                       \
     (board).order = PyMem_Calloc((size_t)width * height, sizeof(uint64_t)),                                           \
     (board).frames && (board).trials && (board).starts && (board).gaps && (board).length && (board).first_block &&    \
         (board).blocks && (board).queue && (board).waiting && (board).order)

#define RELEASE(board)                                                                                                 \
    (PyMem_Free((board).frames), PyMem_Free((board).trials), PyMem_Free((board).starts), PyMem_Free((board).gaps),     \
     PyMem_Free((board).length), PyMem_Free((board).first_block), PyMem_Free((board).blocks),                          \
     PyMem_Free((board).queue), PyMem_Free((board).waiting), PyMem_Free((board).order))

static void kernel_dealloc(Kernel *self)
{
    RELEASE(self->narrow);
    RELEASE(self->broad);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Copy the clues into `blocks`; every block must be 1 or more and the clue must fit its line. */
static int read_clues(PyObject *clues, int width, int height, int *length, int *first_block, int *blocks)
{
    int total = 0;
    for (int line = 0; line < width + height; line++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, line);
        int needed = -1;
        length[line] = line < height ? width : height;
        first_block[line] = total;
        for (Py_ssize_t block = 0; block < PyTuple_GET_SIZE(clue); block++) {
            long size = PyLong_AsLong(PyTuple_GET_ITEM(clue, block));
            if (size == -1 && PyErr_Occurred())
                return 0;
            if (size < 1 || size > length[line] || (needed += (int)size + 1) > length[line]) {
                PyErr_Format(PyExc_ValueError, "line %d: its blocks do not fit", line);
                return 0;
            }
            blocks[total++] = (int)size;
        }
    }
    first_block[width + height] = total;
    return 1;
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    int width, height;
    PyObject *clues;
    if (keywords && PyDict_GET_SIZE(keywords)) {
        PyErr_SetString(PyExc_TypeError, "Kernel takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_ParseTuple(arguments, "iiO!", &width, &height, &PyTuple_Type, &clues))
        return NULL;
    int lines = width + height;
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || PyTuple_GET_SIZE(clues) != lines) {
        PyErr_Format(PyExc_ValueError, "a board of %d by %d cells with %zd clues", width, height,
                     PyTuple_GET_SIZE(clues));
        return NULL;
    }
    size_t total = 0, most = 0;
    for (int line = 0; line < lines; line++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, line);
        if (!PyTuple_Check(clue)) {
            PyErr_SetString(PyExc_TypeError, "a clue must be a tuple");
            return NULL;
        }
        size_t count = (size_t)PyTuple_GET_SIZE(clue);
        total += count;
        most = count > most ? count : most;
    }
    Kernel *self = (Kernel *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->is_wide = width > 62 || height > 62;
    self->narrow.capacity = self->broad.capacity = 8;
    self->narrow.width = self->broad.width = width;
    self->narrow.height = self->broad.height = height;
    self->narrow.lines = self->broad.lines = lines;
    int is_good;
    if (!(self->is_wide ? ALLOCATE(self->broad, sizeof(wide)) : ALLOCATE(self->narrow, sizeof(uint64_t)))) {
        PyErr_NoMemory();
        is_good = 0;
    } else
        is_good = EITHER(
            self,
            read_clues(clues, width, height, self->narrow.length, self->narrow.first_block, self->narrow.blocks),
            read_clues(clues, width, height, self->broad.length, self->broad.first_block, self->broad.blocks));
    if (!is_good) {
        Py_DECREF(self);
        return NULL;
    }
    for (int line = 0; line < lines; line++)
        if (self->is_wide)
            mark_128(&self->broad, line);
        else
            mark_64(&self->narrow, line);
    return (PyObject *)self;
}

static PyObject *kernel_propagate(Kernel *self, PyObject *arguments)
{
    PyObject *check = Py_None; /* asked once: no board takes longer than some milliseconds */
    if (!PyArg_ParseTuple(arguments, "|O", &check) || !may_go_on(check))
        return NULL;
    return PyLong_FromLong(EITHER(self, settle_64(&self->narrow, top_64(&self->narrow)),
                                  settle_128(&self->broad, top_128(&self->broad))));
}

static PyObject *kernel_put(Kernel *self, PyObject *arguments)
{
    int row, column, is_black;
    if (!PyArg_ParseTuple(arguments, "iip", &row, &column, &is_black))
        return NULL;
    if (row < 0 || column < 0 || row >= self->narrow.height || column >= self->narrow.width) {
        PyErr_SetString(PyExc_ValueError, "no such cell");
        return NULL;
    }
    if (self->is_wide)
        put_in_128(&self->broad, top_128(&self->broad), row, column, is_black);
    else
        put_in_64(&self->narrow, top_64(&self->narrow), row, column, is_black);
    Py_RETURN_NONE;
}

#define PUSH(board, type)                                                                                              \
    do {                                                                                                               \
        size_t sets = (size_t)2 * (board).lines;                                                                       \
        if ((board).depth + 1 == (board).capacity) {                                                                   \
            type *grown = PyMem_Realloc((board).frames, sizeof(type) * sets * (board).capacity * 2);                   \
            if (!grown)                                                                                                \
                return PyErr_NoMemory();                                                                               \
            (board).frames = grown;                                                                                    \
            (board).capacity *= 2;                                                                                     \
        }                                                                                                              \
        type *state = (board).frames + sets * (board).depth++;                                                         \
        memcpy(state + sets, state, sizeof(type) * sets);                                                              \
    } while (0)

static PyObject *kernel_push(Kernel *self, PyObject *unused)
{
    (void)unused;
    if (self->is_wide)
        PUSH(self->broad, wide);
    else
        PUSH(self->narrow, uint64_t);
    Py_RETURN_NONE;
}

static PyObject *kernel_pop(Kernel *self, PyObject *unused)
{
    (void)unused;
    int *depth = EITHER(self, &self->narrow.depth, &self->broad.depth);
    if (!*depth) {
        PyErr_SetString(PyExc_IndexError, "there is no state below");
        return NULL;
    }
    --*depth;
    Py_RETURN_NONE;
}

static PyObject *kernel_probe(Kernel *self, PyObject *arguments)
{
    long long limit;
    int fruitless;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LiO", &limit, &fruitless, &check))
        return NULL;
    int answer = EITHER(self, probe_64(&self->narrow, limit, fruitless, check),
                        probe_128(&self->broad, limit, fruitless, check));
    return answer == FAILED ? NULL : PyLong_FromLong(answer);
}

static PyObject *kernel_guess(Kernel *self, PyObject *arguments)
{
    int attempts, sweeps;
    double share, damping;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "ididO", &attempts, &share, &sweeps, &damping, &check))
        return NULL;
    int answer = EITHER(self, guess_64(&self->narrow, attempts, share, sweeps, damping, check),
                        guess_128(&self->broad, attempts, share, sweeps, damping, check));
    return answer == FAILED ? NULL : PyLong_FromLong(answer);
}

/* For the tests: one line's beliefs alone. */
static PyObject *believe(PyObject *module, PyObject *arguments)
{
    PyObject *clue, *told, *answer = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyTuple_Type, &clue, &PyTuple_Type, &told))
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(clue), length = PyTuple_GET_SIZE(told);
    int blocks[MAX_SIDE];
    Beliefs beliefs;
    if (count > MAX_SIDE || length > MAX_SIDE) {
        PyErr_SetString(PyExc_ValueError, "too long a line");
        return NULL;
    }
    if (!allocate_beliefs(&beliefs, (int)count, (int)length))
        return PyErr_NoMemory();
    for (Py_ssize_t block = 0; block < count; block++)
        blocks[block] = (int)PyLong_AsLong(PyTuple_GET_ITEM(clue, block));
    for (Py_ssize_t cell = 0; cell < length; cell++) {
        double black = PyFloat_AsDouble(PyTuple_GET_ITEM(told, cell)), greater = black > 0.5 ? black : 1 - black;
        beliefs.black[cell] = black / greater;
        beliefs.white[cell] = (1 - black) / greater;
    }
    if (!PyErr_Occurred()) {
        if (believe_line(&beliefs, (int)length, (int)count, blocks)) {
            answer = PyList_New(length);
            for (Py_ssize_t cell = 0; answer && cell < length; cell++) {
                PyObject *chance = PyFloat_FromDouble(beliefs.chance[cell]);
                if (!chance)
                    Py_CLEAR(answer);
                else
                    PyList_SET_ITEM(answer, cell, chance);
            }
        } else
            answer = Py_NewRef(Py_None);
    }
    release_beliefs(&beliefs);
    return answer;
}

static PyMethodDef module_functions[] = {
    {"believe", believe, METH_VARARGS, "A line's chances to be black (clue, chances told); None if nothing fits."},
    {NULL, NULL, 0, NULL},
};

static PyObject *kernel_rows(Kernel *self, PyObject *unused)
{
    (void)unused;
    int width = self->narrow.width, height = self->narrow.height;
    const void *state = top_of(self);
    PyObject *rows = PyTuple_New(height);
    for (int row = 0; rows && row < height; row++) {
        wide black = set_of(self, state, row), white = set_of(self, state, width + height + row);
        char text[MAX_SIDE];
        for (int column = 0; column < width; column++)
            text[column] = black >> column & 1 ? '#' : white >> column & 1 ? '.' : '?';
        PyObject *drawn = PyUnicode_FromStringAndSize(text, width);
        if (!drawn)
            Py_CLEAR(rows);
        else
            PyTuple_SET_ITEM(rows, row, drawn);
    }
    return rows;
}

static PyObject *kernel_line(Kernel *self, PyObject *argument)
{
    long line = PyLong_AsLong(argument);
    int lines = self->narrow.lines;
    if (line == -1 && PyErr_Occurred())
        return NULL;
    if (line < 0 || line >= lines) {
        PyErr_SetString(PyExc_ValueError, "no such line");
        return NULL;
    }
    const void *state = top_of(self);
    return Py_BuildValue("(NN)", set_as_int(set_of(self, state, (int)line)),
                         set_as_int(set_of(self, state, lines + (int)line)));
}

static PyObject *kernel_analyse(Kernel *self, PyObject *argument)
{
    long line = PyLong_AsLong(argument);
    int lines = self->narrow.lines, fits;
    wide can_be_black, can_be_white;
    if (line == -1 && PyErr_Occurred())
        return NULL;
    if (line < 0 || line >= lines) {
        PyErr_SetString(PyExc_ValueError, "no such line");
        return NULL;
    }
    const void *state = top_of(self);
    wide black = set_of(self, state, (int)line), white = set_of(self, state, lines + (int)line);
    if (self->is_wide)
        fits = analyse_128(&self->broad, (int)line, black, white, &can_be_black, &can_be_white);
    else {
        uint64_t narrow_black, narrow_white;
        fits = analyse_64(&self->narrow, (int)line, (uint64_t)black, (uint64_t)white, &narrow_black, &narrow_white);
        can_be_black = fits ? narrow_black : 0;
        can_be_white = fits ? narrow_white : 0;
    }
    if (!fits)
        Py_RETURN_NONE;
    const int *first_block = EITHER(self, self->narrow.first_block, self->broad.first_block) + line;
    int count = first_block[1] - first_block[0];
    PyObject *all = PyList_New(count);
    for (int block = 0; all && block < count; block++) {
        PyObject *starts = set_as_int(self->is_wide ? self->broad.starts[block] : self->narrow.starts[block]);
        if (!starts)
            Py_CLEAR(all);
        else
            PyList_SET_ITEM(all, block, starts);
    }
    return all ? Py_BuildValue("(NNN)", all, set_as_int(can_be_black), set_as_int(can_be_white)) : NULL;
}

static PyObject *kernel_unknown_count(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(EITHER(self, unknown_in_64(&self->narrow, top_64(&self->narrow)),
                                  unknown_in_128(&self->broad, top_128(&self->broad))));
}

static PyObject *kernel_line_calls(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(EITHER(self, self->narrow.line_calls, self->broad.line_calls));
}

static PyMethodDef kernel_methods[] = {
    {"propagate", (PyCFunction)kernel_propagate, METH_VARARGS, "Analyse the marked lines; -1, or the line in the way."},
    {"put", (PyCFunction)kernel_put, METH_VARARGS, "Colour an unknown cell (row, column, is_black)."},
    {"push", (PyCFunction)kernel_push, METH_NOARGS, "Work on a copy of the state from now on."},
    {"pop", (PyCFunction)kernel_pop, METH_NOARGS, "Go back to the state before the last push."},
    {"probe", (PyCFunction)kernel_probe, METH_VARARGS, "Decide by trial (limit, fruitless, check); a cell or a code."},
    {"guess", (PyCFunction)kernel_guess, METH_VARARGS, "Look for a solution (attempts, share, sweeps, damping, check); a code."},
    {"rows", (PyCFunction)kernel_rows, METH_NOARGS, "The state as drawn rows."},
    {"line", (PyCFunction)kernel_line, METH_O, "The sets (black, white) of a line."},
    {"analyse", (PyCFunction)kernel_analyse, METH_O, "What is possible in a line; None if no arrangement fits."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef kernel_properties[] = {
    {"unknown_count", (getter)kernel_unknown_count, NULL, "How many cells are not known.", NULL},
    {"line_calls", (getter)kernel_line_calls, NULL, "How many lines were analysed.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject kernel_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "harness.solver._fast.Kernel",
    .tp_doc = "Line logic and probing on a stack of states: Kernel(width, height, clues).",
    .tp_basicsize = sizeof(Kernel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = kernel_new,
    .tp_dealloc = (destructor)kernel_dealloc,
    .tp_methods = kernel_methods,
    .tp_getset = kernel_properties,
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_fast", .m_doc = "The compiled kernel of the fast solver.", .m_size = -1,
    .m_methods = module_functions};

PyMODINIT_FUNC PyInit__fast(void)
{
    if (PyType_Ready(&kernel_type) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&module_definition);
    if (!module)
        return NULL;
    Py_INCREF(&kernel_type);
    if (PyModule_AddObject(module, "Kernel", (PyObject *)&kernel_type) < 0 ||
        PyModule_AddIntConstant(module, "VERSION", VERSION) < 0 ||
        PyModule_AddIntConstant(module, "MAX_SIDE", MAX_SIDE) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
