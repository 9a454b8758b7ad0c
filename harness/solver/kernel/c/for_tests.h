/* Functions that only the tests call. */

/* One line's beliefs alone, from the weights of its cells' colours. */
static PyObject *believe(PyObject *module, PyObject *arguments)
{
    PyObject *keys, *clue, *told, *answer = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "UO!O!", &keys, &PyTuple_Type, &clue, &PyTuple_Type, &told))
        return NULL;
    Py_UCS4 found[MAX_COLOURS];
    Group groups[MAX_SIDE];
    Py_ssize_t count = PyTuple_Size(clue), colours = PyUnicode_GetLength(keys);
    Py_ssize_t length = colours ? PyTuple_Size(told) / colours : 0;
    if (length < 1 || count > MAX_SIDE || length > MAX_SIDE || colours > MAX_COLOURS) {
        PyErr_SetString(PyExc_ValueError, "no line of a board");
        return NULL;
    }
    for (Py_ssize_t colour = 0; colour < colours; colour++)
        found[colour] = PyUnicode_ReadChar(keys, colour);
    for (Py_ssize_t number = 0; number < count; number++)
        if (!read_group(PyTuple_GetItem(clue, number), found, (int)colours, groups + number))
            return NULL;
    Beliefs beliefs;
    if (!allocate_beliefs(&beliefs, (int)count, (int)length, (int)colours))
        return PyErr_NoMemory();
    for (Py_ssize_t cell = 0; cell < length; cell++)
        for (Py_ssize_t colour = 0; colour < colours; colour++)
            beliefs.weight[colour * beliefs.cells + cell] =
                PyFloat_AsDouble(PyTuple_GetItem(told, cell * colours + colour));
    if (!PyErr_Occurred()) {
        if (believe_line(&beliefs, (int)length, (int)count, groups)) {
            for (int cell = 0; cell < length; cell++)
                leave_out_weights(&beliefs, cell);
            answer = PyTuple_New(length * colours);
            for (Py_ssize_t cell = 0; answer && cell < length * colours; cell++) {
                PyObject *chance = PyFloat_FromDouble(beliefs.chance[cell % colours * beliefs.cells + cell / colours]);
                if (!chance || PyTuple_SetItem(answer, cell, chance) < 0)
                    Py_CLEAR(answer);
            }
        } else
            answer = Py_NewRef(Py_None);
    }
    release_beliefs(&beliefs);
    return answer;
}
