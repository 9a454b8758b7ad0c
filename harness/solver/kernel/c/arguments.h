/* Arguments from Python, so that none reaches the board that the board's arithmetic was not made for. */

/* Set an exception, and be 0, the result of a failed function. */
#define refuse(...) (PyErr_Format(__VA_ARGS__), 0)

/* Check the range of a number from Python; 0 with an exception set if it is out of range. */
static int lies_between(double least, double number, double most, const char *name)
{
    return (least <= number && number <= most) || refuse(PyExc_ValueError, "no such %s", name);
}

/* Read an integer; beyond `long long` it becomes the nearest there is. 0 with an exception set if it is none. */
static int read_integer(PyObject *given, long long *number)
{
    int overflow;
    *number = PyLong_AsLongLongAndOverflow(given, &overflow);
    if (overflow)
        *number = overflow < 0 ? LLONG_MIN : LLONG_MAX;
    return overflow || *number != -1 || !PyErr_Occurred();
}
