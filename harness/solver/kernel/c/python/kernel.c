/* The compiled kernel of the fast solver as a module of Python: ../solving/ does the work.

   It is built where there is a compiler when the project is installed, and missed by nobody but the clock elsewhere.
   Of Python it uses the stable interface alone, so that one build serves all versions from 3.11 on. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

static void *allocate(size_t size) { return PyMem_Malloc(size); }
static void *allocate_zeros(size_t count, size_t size) { return PyMem_Calloc(count, size); }
static void *resize(void *old, size_t size) { return PyMem_Realloc(old, size); }
static void release(void *block) { PyMem_Free(block); }
static void no_memory(void) { PyErr_NoMemory(); }

#include "../solving/solving.inc"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define VERSION 13 /* counts changes of the interface; harness/solver/kernel/__init__.py refuses another one */

#include "arguments.inc"

#include "clues.inc"

#include "plain.inc"

#include "answers.inc"

#include "search.inc"

#include "for_tests.inc"

typedef struct {
    PyObject_HEAD
    Board board;
    Drawn *drawn;   /* the colours, and last an unknown cell */
    int is_at_work; /* and only answers what it knows */
} Kernel;

static void kernel_dealloc(Kernel *self)
{
    release_board(&self->board);
    PyMem_Free(self->drawn);
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *nameless[] = {"", "", "", NULL};
    PyObject *keys, *rows, *columns;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "UO!O!:Kernel", nameless, &keys, &PyTuple_Type, &rows,
                                     &PyTuple_Type, &columns))
        return NULL;
    Kernel *self = (Kernel *)PyType_GenericAlloc(type, 0);
    if (self && !read_board(&self->board, &self->drawn, keys, rows, columns))
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* Let the check, or None, raise what ends the search; 0 with the exception set if it does. */
static int ask_check(void *check)
{
    if (PyErr_CheckSignals())
        return 0;
    if (check == Py_None)
        return 1;
    PyObject *answer = PyObject_CallNoArgs(check);
    Py_XDECREF(answer);
    return answer != NULL;
}

/* Begin what changes the board; 0 with an exception set if that cannot be. A check may run any Python, this kernel's
   methods included, and let other threads run: nothing may change the board under the work's feet. */
static int begin(Kernel *self)
{
    return !self->is_at_work || refuse(PyExc_RuntimeError, "the kernel is at work");
}

/* The same for what asks a check. */
static int begin_work(Kernel *self, PyObject *check)
{
    if (check != Py_None && !PyCallable_Check(check))
        return refuse(PyExc_TypeError, "a check is a function or None");
    if (!begin(self))
        return 0;
    self->board.may_continue = ask_check;
    self->board.asked = check;
    return self->is_at_work = 1;
}

static PyObject *end_work(Kernel *self, int answer)
{
    self->is_at_work = 0;
    return answer == FAILED ? NULL : PyLong_FromLong(answer);
}

static PyObject *kernel_propagate(Kernel *self, PyObject *arguments)
{
    PyObject *check = Py_None;
    if (!PyArg_ParseTuple(arguments, "|O:propagate", &check) || !begin_work(self, check))
        return NULL;
    return end_work(self, may_go_on(&self->board) ? settle(&self->board, top(&self->board)) : FAILED);
}

static int begin_with_cell(Kernel *self, PyObject *arguments, long long *row, long long *column, long long *colour)
{
    const Board *board = &self->board;
    return PyArg_ParseTuple(arguments, "LLL", row, column, colour) &&
           lies_between(0, (double)*row, board->height - 1, "row") &&
           lies_between(0, (double)*column, board->width - 1, "column") &&
           lies_between(0, (double)*colour, board->colours - 1, "colour") && begin(self);
}

static PyObject *kernel_put(Kernel *self, PyObject *arguments)
{
    long long row, column, colour;
    if (!begin_with_cell(self, arguments, &row, &column, &colour))
        return NULL;
    put_in(&self->board, top(&self->board), (int)row, (int)column, (int)colour);
    Py_RETURN_NONE;
}

static PyObject *kernel_rule_out(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    long long row, column, colour;
    if (!begin_with_cell(self, arguments, &row, &column, &colour))
        return NULL;
    rule_out(board, top(board), (int)row, (int)column, (int)colour);
    mark(board, (int)row);
    mark(board, board->height + (int)column);
    Py_RETURN_NONE;
}

static PyObject *kernel_push(Kernel *self, PyObject *arguments)
{
    int from_lowest = 0;
    if (!PyArg_ParseTuple(arguments, "|p:push", &from_lowest) || !begin(self) ||
        !push_state(&self->board, from_lowest))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *kernel_pop(Kernel *self, PyObject *unused)
{
    (void)unused;
    if (!begin(self))
        return NULL;
    if (!self->board.depth)
        return PyErr_Format(PyExc_IndexError, "there is no state below");
    self->board.depth--;
    Py_RETURN_NONE;
}

/* 0 with an exception set in colour. */
static int is_plain(const Board *board)
{
    return board->colours == 2 || refuse(PyExc_ValueError, "trials are in black and white");
}

/* Bounds that no use comes near; the board's sums and products of such numbers have room. */
#define MOST_ANALYSES (1LL << 52)
#define MOST_WORTH (1LL << 30)
#define MOST_SWEEPS 1000000

static PyObject *kernel_probe(Kernel *self, PyObject *arguments)
{
    long long limit, fruitless;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LLO:probe", &limit, &fruitless, &check) ||
        !lies_between(-1, (double)limit, MOST_ANALYSES, "limit") ||
        !lies_between(0, (double)fruitless, INT_MAX, "count of fruitless probes") || !begin_work(self, check))
        return NULL;
    return end_work(self, probe(&self->board, limit, (int)fruitless));
}

static PyObject *kernel_sweep(Kernel *self, PyObject *arguments)
{
    long long credit, worth;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LLO:sweep", &credit, &worth, &check) ||
        !lies_between(0, (double)credit, MOST_ANALYSES, "credit") ||
        !lies_between(0, (double)worth, MOST_WORTH, "worth") || !begin_work(self, check))
        return NULL;
    return end_work(self, sweep(&self->board, &credit, worth, MOST_ANALYSES));
}

static PyObject *kernel_guess(Kernel *self, PyObject *arguments)
{
    long long attempts, sweeps;
    double share, damping;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LdLdO:guess", &attempts, &share, &sweeps, &damping, &check) ||
        !lies_between(0, (double)attempts, MOST_ANALYSES, "count of attempts") || !lies_between(0, share, 1, "share") ||
        !lies_between(1, (double)sweeps, MOST_SWEEPS, "count of sweeps") ||
        !lies_between(0, damping, 1, "damping") || !begin_work(self, check))
        return NULL;
    int most = attempts < INT_MAX ? (int)attempts : INT_MAX;
    return end_work(self, guess(&self->board, most, share, (int)sweeps, damping));
}

static PyObject *kernel_vary(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    long long reach;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "LO:vary", &reach, &check) ||
        !lies_between(0, (double)reach, MAX_SIDE, "reach"))
        return NULL;
    if (!board->depth)
        return PyErr_Format(PyExc_IndexError, "there is no state below");
    if (!is_picture(board, top(board)))
        return PyErr_Format(PyExc_ValueError, "the state is no picture");
    if (!begin_work(self, check))
        return NULL;
    return end_work(self, vary(board, (int)reach));
}

/* The board's count at which `limit` analyses more are made; -1 for as many as it takes. */
static long long end_after(const Board *board, long long limit)
{
    return limit < 0 ? LLONG_MAX : board->line_calls + limit;
}

/* None if the analyses ran out; a new reference, NULL with an exception set. */
static PyObject *none_or_error(int answer) { return answer == FAILED ? NULL : Py_NewRef(Py_None); }

#define MOST_REFUTED 64

static PyObject *kernel_refute(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    const char *cuts;
    Py_ssize_t cut_count;
    long long wanted, limit;
    PyObject *check;
    int found[MOST_REFUTED];
    if (!PyArg_ParseTuple(arguments, "y#LLO:refute", &cuts, &cut_count, &wanted, &limit, &check) ||
        !lies_between(1, (double)cut_count, MOST_CUTS, "count of cuts") ||
        !lies_between(1, (double)wanted, MOST_REFUTED, "count of trials") ||
        !lies_between(-1, (double)limit, MOST_ANALYSES, "limit") || !is_plain(board) || !begin_work(self, check))
        return NULL;
    int count = refute(board, cuts, (int)cut_count, (int)wanted, end_after(board, limit), found);
    self->is_at_work = 0;
    PyObject *trials = count < 0 ? none_or_error(count) : PyTuple_New(count);
    for (int number = 0; trials && number < count; number++) {
        int cell = found[number] / 2;
        PyObject *trial = Py_BuildValue("iii", cell / board->width, cell % board->width, found[number] % 2);
        if (!trial || PyTuple_SetItem(trials, number, trial) < 0)
            Py_CLEAR(trials);
    }
    return trials;
}

static PyObject *kernel_either_way(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    long long limit;
    PyObject *check;
    int cell = 0, target = 0, width = board->width;
    if (!PyArg_ParseTuple(arguments, "LO:either_way", &limit, &check) ||
        !lies_between(-1, (double)limit, MOST_ANALYSES, "limit") || !is_plain(board) || !begin_work(self, check))
        return NULL;
    int answer = reach_either_way(board, end_after(board, limit), &cell, &target);
    self->is_at_work = 0;
    if (answer < 0)
        return none_or_error(answer);
    return answer ? Py_BuildValue("iiii", cell / width, cell % width, target / width, target % width) : PyTuple_New(0);
}

/* A batch of pictures is some megabytes at most. */
#define MOST_IN_BATCH (1LL << 16)
#define MOST_BATCH_BYTES 67108864.0

static PyObject *kernel_walk(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    const char *keys = NULL, *mark;
    Py_ssize_t key_count = 0, mark_size;
    long long most, limit;
    PyObject *check;
    if (!PyArg_ParseTuple(arguments, "z#y#LLO:walk", &keys, &key_count, &mark, &mark_size, &most, &limit, &check) ||
        !lies_between(1, (double)most, MOST_IN_BATCH, "count of solutions") ||
        !lies_between(0, (double)limit, MOST_ANALYSES, "limit") ||
        !lies_between(0, keys ? (double)most * ((double)board->height * (board->width + 1) + (double)mark_size) : 0,
                      MOST_BATCH_BYTES, "batch"))
        return NULL;
    if (keys && key_count != board->colours)
        return PyErr_Format(PyExc_ValueError, "a byte for each colour");
    if (!begin_work(self, check))
        return NULL;
    PyObject *found = walk_as_tuple(board, keys, mark, mark_size, most, limit);
    self->is_at_work = 0;
    return found;
}

static int reads_walk(const Walk *walk)
{
    return lies_between(1, (double)walk->most, MOST_ANALYSES, "count of solutions") &&
           lies_between(-1, (double)walk->left, MOST_ANALYSES, "limit") &&
           lies_between(-1, (double)walk->limit, MOST_ANALYSES, "limit") &&
           lies_between(0, (double)walk->fruitless, INT_MAX, "count of fruitless probes");
}

static PyObject *kernel_search(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    Walk walk = {.end = LLONG_MAX};
    PyObject *check, *list;
    if (!PyArg_ParseTuple(arguments, "LLLLpO:search", &walk.most, &walk.left, &walk.limit, &walk.fruitless,
                          &walk.has_stops, &check) ||
        !reads_walk(&walk) || !begin_work(self, check))
        return NULL;
    if (!(list = PyList_New(0))) {
        self->is_at_work = 0;
        return NULL;
    }
    int answer = may_go_on(board) ? walk_into(board, self->drawn, &walk, list) : FAILED;
    self->is_at_work = 0;
    PyObject *raised = answer == FAILED ? take_exception() : Py_NewRef(Py_None);
    return Py_BuildValue("iNN", end_batch(board, answer), list, raised);
}

/* Settle the lines, sweep, and search, none of it for longer than `bound` analyses each, in one call. */
static PyObject *kernel_begin(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    Walk walk = {0};
    long long credit, worth, bound;
    if (!PyArg_ParseTuple(arguments, "LLLLL:begin", &walk.most, &credit, &worth, &bound, &walk.fruitless) ||
        !lies_between(0, (double)credit, MOST_ANALYSES, "credit") ||
        !lies_between(0, (double)worth, MOST_WORTH, "worth") ||
        !lies_between(0, (double)bound, MOST_ANALYSES, "bound") || !reads_walk(&walk) || !begin_work(self, Py_None))
        return NULL;
    int line = settle(board, top(board)), answer = line == FAILED ? FAILED : CONTRADICTION;
    PyObject *fixpoint = line == FAILED ? NULL : rows_as_text(board, self->drawn);
    PyObject *list = fixpoint ? PyList_New(0) : NULL;
    if (!list)
        answer = FAILED;
    else if (line != STABLE)
        credit = 0;
    else if (is_picture(board, top(board))) {
        credit = 0;
        if (PyList_Append(list, fixpoint) < 0)
            answer = FAILED;
    } else if ((answer = sweep(board, &credit, worth, bound)) == SOLVED || (answer == PAUSED && !credit)) {
        walk.left = walk.limit = bound;
        walk.end = board->line_calls + bound;
        answer = walk_into(board, self->drawn, &walk, list);
    }
    self->is_at_work = 0;
    if (answer == CONTRADICTION && list && !PyList_Size(list) && !sums_agree(board))
        answer = refuse(PyExc_ValueError, "rows and columns do not agree") ? answer : FAILED;
    if (answer == FAILED) {
        Py_XDECREF(fixpoint);
        Py_XDECREF(list);
        return NULL;
    }
    return Py_BuildValue("iiNNL", answer == SOLVED ? end_batch(board, answer) : answer, line,
                         fixpoint, list, credit);
}

static PyObject *kernel_path(Kernel *self, PyObject *unused)
{
    (void)unused;
    return path_as_tuple(&self->board);
}

static PyObject *kernel_rows(Kernel *self, PyObject *unused)
{
    (void)unused;
    return rows_as_text(&self->board, self->drawn);
}

static int read_line_number(const Board *board, PyObject *given, int *line)
{
    long long number;
    if (!read_integer(given, &number) || !lies_between(0, (double)number, board->lines - 1, "line"))
        return 0;
    *line = (int)number;
    return 1;
}

static PyObject *kernel_possible(Kernel *self, PyObject *given)
{
    Board *board = &self->board;
    int line;
    if (!read_line_number(board, given, &line))
        return NULL;
    return sets_as_ints(sets_of(board, top(board), line), board->colours, words_of(board, line));
}

static PyObject *kernel_analyse(Kernel *self, PyObject *given)
{
    int line;
    if (!read_line_number(&self->board, given, &line) || !begin(self))
        return NULL;
    return analysis_as_ints(&self->board, line);
}

static PyObject *kernel_deduce(Kernel *self, PyObject *arguments)
{
    Board *board = &self->board;
    PyObject *given, *sets;
    int line;
    if (!PyArg_ParseTuple(arguments, "OO!:deduce", &given, &PyTuple_Type, &sets) ||
        !read_line_number(board, given, &line) || !begin(self))
        return NULL;
    return deduced_as_ints(board, line, sets);
}

static PyObject *kernel_unknown_count(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(unknown_in(&self->board, top(&self->board)));
}

static PyObject *kernel_guesses(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(self->board.guesses);
}

static PyObject *kernel_line_calls(Kernel *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(self->board.line_calls);
}

#define METHOD(name, kind, text) {#name, (PyCFunction)(void (*)(void))kernel_##name, kind, text}

static PyMethodDef kernel_methods[] = {
    METHOD(propagate, METH_VARARGS, "Analyse the marked lines; -1, or the line in the way."),
    METHOD(put, METH_VARARGS, "Give an unknown cell a colour (row, column, colour)."),
    METHOD(rule_out, METH_VARARGS, "Take a colour from those that a cell may have (row, column, colour)."),
    METHOD(push, METH_VARARGS, "Work on a copy of the state from now on, or of the lowest one (from_lowest)."),
    METHOD(pop, METH_NOARGS, "Go back to the state before the last push."),
    METHOD(probe, METH_VARARGS, "Decide by trial (limit, fruitless, check); a cell or a code."),
    METHOD(sweep, METH_VARARGS, "Probe all cells while it pays (credit, worth, check); a code."),
    METHOD(guess, METH_VARARGS, "Look for a solution (attempts, share, sweeps, damping, check); a code."),
    METHOD(vary, METH_VARARGS, "Look for a solution near the one found (reach, check); a code."),
    METHOD(refute, METH_VARARGS, "Trials that meet a contradiction (cuts, wanted, limit, check)."),
    METHOD(either_way, METH_VARARGS, "A cell, and one that both of its colours decide alike (limit, check)."),
    METHOD(walk, METH_VARARGS, "The next solutions of the state (keys, mark, most, limit, check)."),
    METHOD(search, METH_VARARGS, "The next solutions as rows (most, left, limit, fruitless, has_stops, check)."),
    METHOD(begin, METH_VARARGS, "Lines, sweep and search (most, credit, worth, bound, fruitless), each to a bound."),
    METHOD(path, METH_NOARGS, "The cells that the walk supposes."),
    METHOD(rows, METH_NOARGS, "The state as drawn rows."),
    METHOD(possible, METH_O, "For each colour, the cells of a line that may have it."),
    METHOD(analyse, METH_O, "What is possible in a line; None if no arrangement fits."),
    METHOD(deduce, METH_VARARGS, "The same for a line of which that is known (line, sets); without the starts."),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef kernel_properties[] = {
    {"unknown_count", (getter)(void (*)(void))kernel_unknown_count, NULL, "How many cells are not known.", NULL},
    {"guesses", (getter)(void (*)(void))kernel_guesses, NULL, "How often the walk has branched.", NULL},
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

static PyType_Spec kernel_type = {"harness.solver.kernel._fast.Kernel", sizeof(Kernel), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, kernel_slots};

static int fill_module(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&kernel_type);
    int failed = !type || PyModule_AddType(module, (PyTypeObject *)type) < 0 ||
                 PyModule_AddIntConstant(module, "VERSION", VERSION) < 0 ||
                 PyModule_AddIntConstant(module, "MAX_SIDE", MAX_SIDE) < 0 ||
                 PyModule_AddStringConstant(module, "SOURCES", TEXT(SOURCES)) < 0; /* build_hook.py hashes them */
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyMethodDef module_functions[] = {
    {"read_plain", read_plain, METH_O, "The contents of a .non file in black and white; None if not plain."},
    {"believe", believe, METH_VARARGS, "A line's chances (keys, clue, weights); None if nothing fits."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "_fast", "The compiled kernel of the fast solver.", 0, module_functions, module_slots,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__fast(void) { return PyModuleDef_Init(&module_definition); }
