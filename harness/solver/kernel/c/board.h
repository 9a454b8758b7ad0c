/* State of one puzzle: its lines, the states of the search, and the lines that wait to be analysed.

   A *state* has for every line and every colour the set of the line's cells that may have this colour: `words` machine
   words for each set, `colours` sets for each line, the rows before the columns. Colour 0 is the background. Each cell
   is kept in both of its lines. */

typedef struct {
    unsigned short length, colour;
    unsigned char is_blot; /* of unknown length; `length` is 1, the least */
} Group;

/* Range of a group: its first cell is no earlier, its last one no later. */
typedef struct {
    int first, last;
} Window;

typedef struct Level Level;

typedef struct Board Board;
typedef int (*AnalyseLine)(Board *board, int line, const uint64_t *can, uint64_t *solved);

struct Board {
    int width, height, lines, colours, words;
    int *length;             /* cells of each line */
    int *first_group;        /* where the line's groups begin in `groups`; one entry more than lines */
    Group *groups;
    Window *windows;         /* of each group, as the lowest state knows them; all states above know more */
    AnalyseLine analyse;
    size_t state_words, line_words;
    uint64_t *frames;        /* the stack of states; the top one is worked on */
    int depth, capacity;
    uint64_t *joined, *trial; /* two states more, for the colours of a probed cell; made when they are needed */
    int *changed, changed_count; /* the lines that have changed since `forget_changes` */
    int *shared, shared_count;   /* the lines of `joined` that all colours tried so far have changed */
    unsigned char *is_changed;   /* of each line: it is among them */
    int is_synced;               /* whether `trial` is the top state */
    int *queue;              /* a ring of marked lines */
    unsigned char *waiting;
    Window *touched;         /* of each line that waits: the first and the last cell that changed since its analysis */
    int head, count;
    uint64_t *starts, *reach, *solved, *scratch; /* of the line under analysis */
    uint64_t *order;         /* a heap of cells to be probed; made when it is needed */
    int has_blots, most_groups;
    long long line_calls, removed; /* `removed`: possible colours of cells that were ruled out so far */
    int patience;            /* analyses until the next look at the clock */
    Level *levels;           /* of the walk through all solutions */
    int level_count, level_room, walk, branch; /* `branch`: the cell that it is about to suppose */
    int named, named_of;     /* the cell that a sweep's last round names to branch on, and of how many */
    long long named_at;      /* the analyses then: no state has changed until there are more */
    long long guesses, solution_count, solution_at; /* `solution_at`: the analyses when it found its last solution */
    struct Trials *trials;   /* those made as a person makes them; made when they are needed */
    int in_root;             /* whether the lowest state is being worked on */
    int was_left;            /* whether marked lines of the lowest state were ever dropped, or analysed in another */
};

/* Analyses between two looks at the clock, by the work that each of them is: some tenths of a millisecond. */
#define PATIENCE 1024

static uint64_t *top(Board *board) { return board->frames + (size_t)board->depth * board->state_words; }

static uint64_t *sets_of(const Board *board, uint64_t *state, int line) { return state + line * board->line_words; }

/* Mark a line for analysis because the cells first…last of it have changed. */
static void mark_cells(Board *board, int line, int first, int last)
{
    Window *touched = board->touched + line;
    if (board->waiting[line]) {
        touched->first = first < touched->first ? first : touched->first;
        touched->last = last > touched->last ? last : touched->last;
        return;
    }
    touched->first = first;
    touched->last = last;
    board->waiting[line] = 1;
    int tail = board->head + board->count++;
    board->queue[tail >= board->lines ? tail - board->lines : tail] = line;
}

/* The same for all of its cells. */
static void mark(Board *board, int line) { mark_cells(board, line, 0, board->length[line] - 1); }

static int next_marked(Board *board)
{
    int line = board->queue[board->head];
    if (++board->head == board->lines)
        board->head = 0;
    board->count--;
    board->waiting[line] = 0;
    return line;
}

static void note_change(Board *board, int line)
{
    if (!board->is_changed[line]) {
        board->is_changed[line] = 1;
        board->changed[board->changed_count++] = line;
    }
}

static void forget_changes(Board *board)
{
    while (board->changed_count)
        board->is_changed[board->changed[--board->changed_count]] = 0;
}

/* Ask whether the search may continue; 0 with an exception set if not. */
static int may_go_on(Board *board, PyObject *check)
{
    board->patience = PATIENCE / board->words;
    if (PyErr_CheckSignals())
        return 0;
    if (check == Py_None)
        return 1;
    PyObject *answer = PyObject_CallNoArgs(check);
    Py_XDECREF(answer);
    return answer != NULL;
}

/* The words of a line's sets that may have cells, or the boundary behind the last one; the others are empty. */
static int used_words(const Board *board, int line) { return board->length[line] / WORD_BITS + 1; }

/* what `settle` answers if it is no line */
#define STABLE (-1)
#define FAILED (-4) /* a Python exception is set; the same for `probe` and `guess` */
#define CUT_OFF (-8)
#define OUT_OF_LOOKS (-9)

/* The analyses of one trial, for those who ask what it looked at. */
typedef struct {
    long long left, end; /* analyses that it may still make; the board's count at which there are no more */
    uint64_t *looked;    /* the set of the lines analysed */
    int *look_of;        /* for each cell the look that decided it; NULL if nobody asks */
    int looks;           /* that decided any cell */
} Trace;

/* Analyse the marked lines of a state until none is left; returns the line that no arrangement fits, or a code. */
INLINE int settle_tracing(Board *board, uint64_t *state, Trace *trace, PyObject *check)
{
    int colours = board->colours, words = board->words, answer = STABLE;
    uint64_t *solved = board->solved;
    board->in_root = state == board->frames;
    board->was_left |= !board->in_root;
    while (board->count) {
        if (trace && (!trace->left-- || board->line_calls >= trace->end)) {
            answer = trace->left < 0 ? CUT_OFF : OUT_OF_LOOKS;
            break;
        }
        int line = next_marked(board);
        if (--board->patience <= 0 && !may_go_on(board, check)) {
            answer = FAILED;
            break;
        }
        if (trace)
            trace->looked[line / WORD_BITS] |= (uint64_t)1 << line % WORD_BITS;
        uint64_t *own = sets_of(board, state, line);
        board->line_calls++;
        if (!board->analyse(board, line, own, solved)) {
            answer = line;
            break;
        }
        int is_row = line < board->height, place = is_row ? line : line - board->height;
        uint64_t *crossings = is_row ? sets_of(board, state, board->height) : state;
        uint64_t keep = ~((uint64_t)1 << place % WORD_BITS);
        crossings += place / WORD_BITS;
        int has_changed = 0, used = words == 1 ? 1 : used_words(board, line);
        for (int colour = 0; colour < colours; colour++)
            for (int word = 0, set = colour * words; word < used; word++, set++) {
                uint64_t gone = own[set] & ~solved[set];
                if (!gone)
                    continue;
                own[set] = solved[set];
                has_changed = 1;
                uint64_t *crossing_set = crossings + (size_t)colour * words;
                for (; gone; gone &= gone - 1) {
                    int crossing = word * WORD_BITS + lowest_bit(gone);
                    crossing_set[crossing * board->line_words] &= keep;
                    board->removed++;
                    int crossed = is_row ? board->height + crossing : crossing;
                    note_change(board, crossed);
                    mark_cells(board, crossed, place, place);
                    if (trace && trace->look_of)
                        trace->look_of[is_row ? place * board->width + crossing : crossing * board->width + place] =
                            trace->looks;
                }
            }
        if (has_changed)
            note_change(board, line);
        if (trace)
            trace->looks += has_changed;
    }
    board->was_left |= answer != STABLE;
    while (board->count)
        next_marked(board);
    return answer;
}

static int settle(Board *board, uint64_t *state, PyObject *check) { return settle_tracing(board, state, NULL, check); }

/* Return 1 if a cell may have a colour. */
static int may_have(const Board *board, uint64_t *state, int row, int column, int colour)
{
    return sets_of(board, state, row)[colour * board->words + column / WORD_BITS] >> column % WORD_BITS & 1;
}

/* Rule out a colour of a cell. */
static void rule_out(Board *board, uint64_t *state, int row, int column, int colour)
{
    uint64_t *in_row = sets_of(board, state, row) + colour * board->words;
    uint64_t *in_column = sets_of(board, state, board->height + column) + colour * board->words;
    in_row[column / WORD_BITS] &= ~((uint64_t)1 << column % WORD_BITS);
    in_column[row / WORD_BITS] &= ~((uint64_t)1 << row % WORD_BITS);
    board->removed++;
    note_change(board, row);
    note_change(board, board->height + column);
}

/* Give a cell a colour, and mark its lines. */
static void put_in(Board *board, uint64_t *state, int row, int column, int colour)
{
    for (int other = 0; other < board->colours; other++)
        if (other != colour && may_have(board, state, row, column, other))
            rule_out(board, state, row, column, other);
    mark(board, row);
    mark(board, board->height + column);
}

/* One word of a line's cells that may have several colours. */
static uint64_t open_word(const Board *board, const uint64_t *sets, int word)
{
    uint64_t once = 0, several = 0;
    for (int colour = 0; colour < board->colours; colour++, sets += board->words) {
        several |= once & sets[word];
        once |= sets[word];
    }
    return several;
}

static int is_open(const Board *board, uint64_t *state, int row, int column)
{
    return open_word(board, sets_of(board, state, row), column / WORD_BITS) >> column % WORD_BITS & 1;
}

static int open_in_line(const Board *board, uint64_t *state, int line)
{
    int count = 0;
    for (int word = 0; word < board->words; word++)
        count += count_bits(open_word(board, sets_of(board, state, line), word));
    return count;
}

/* Count the unknown cells of a state. */
static int unknown_in(const Board *board, uint64_t *state)
{
    int count = 0;
    for (int row = 0; row < board->height; row++)
        count += open_in_line(board, state, row);
    return count;
}

/* Return 1 if all cells of a state have one colour each. */
static int is_picture(const Board *board, uint64_t *state)
{
    for (int row = 0; row < board->height; row++)
        for (int word = 0; word < board->words; word++) {
            uint64_t once = 0;
            for (int colour = 0; colour < board->colours; colour++)
                once |= sets_of(board, state, row)[colour * board->words + word];
            if (once != cells_word(board->width, word) || open_word(board, sets_of(board, state, row), word))
                return 0;
        }
    return 1;
}
