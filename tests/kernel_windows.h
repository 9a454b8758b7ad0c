/* Names that Python.h brings along on Windows, from <io.h>, and nowhere else: the kernel may not have them. */

int chsize(int file, long size);
int eof(int file);
long filelength(int file);
int locking(int file, int mode, long size);
int setmode(int file, int mode);
int sopen(const char *name, int flags, int sharing, ...);
long tell(int file);
