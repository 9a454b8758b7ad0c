/* Included before all else in a build of the kernel for the tests: there, any call that takes memory can be made to
   fail. `fail_after(n)` lets n more of them pass, and the next one fail, as if there were no memory; -1: none fails. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int calls_left = -1;

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int fail_after(int calls)
{
    int left = calls_left;
    calls_left = calls;
    return left;
}

static int fails(void) { return calls_left >= 0 && calls_left-- == 0; }

#define OR_NO_MEMORY(call) (fails() ? PyErr_NoMemory() : (call))

#define PyMem_Malloc(size) (fails() ? NULL : PyMem_Malloc(size))
#define PyMem_Calloc(count, size) (fails() ? NULL : PyMem_Calloc(count, size))
#define PyMem_Realloc(old, size) (fails() ? NULL : PyMem_Realloc(old, size))
#define PyType_GenericAlloc(type, count) OR_NO_MEMORY(PyType_GenericAlloc(type, count))
#define PyType_FromSpec(spec) OR_NO_MEMORY(PyType_FromSpec(spec))
#define PyModule_AddType(module, type) (fails() ? (PyErr_NoMemory(), -1) : PyModule_AddType(module, type))
#define PyTuple_New(count) OR_NO_MEMORY(PyTuple_New(count))
#define PyTuple_Pack(...) OR_NO_MEMORY(PyTuple_Pack(__VA_ARGS__))
#define PyLong_FromLong(number) OR_NO_MEMORY(PyLong_FromLong(number))
#define PyLong_FromLongLong(number) OR_NO_MEMORY(PyLong_FromLongLong(number))
#define PyLong_FromUnsignedLongLong(number) OR_NO_MEMORY(PyLong_FromUnsignedLongLong(number))
#define PyLong_FromString(text, end, base) OR_NO_MEMORY(PyLong_FromString(text, end, base))
#define PyFloat_FromDouble(number) OR_NO_MEMORY(PyFloat_FromDouble(number))
#define PyUnicode_Substring(text, from, to) OR_NO_MEMORY(PyUnicode_Substring(text, from, to))
#define PyUnicode_FromStringAndSize(text, size) OR_NO_MEMORY(PyUnicode_FromStringAndSize(text, size))
#define PyUnicode_AsUTF8AndSize(text, size) (fails() ? (PyErr_NoMemory(), NULL) : PyUnicode_AsUTF8AndSize(text, size))
