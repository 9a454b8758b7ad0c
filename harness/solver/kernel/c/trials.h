/* Trials as a person makes them, in black and white: suppose a cell, follow it for a few lines, give up, try the next.

   harness/solver/human/trial.py says why; it does the same with as many analyses where there is no kernel. A trial
   depends on the lines that it analyses alone: while they do not change, it is not made again. */

#define MOST_CUTS 8

/* Cells times lines up to which trials are remembered: some megabytes for each cut. */
#define MOST_REMEMBERED 4000000

typedef struct Trials {
    uint64_t *kept[MOST_CUTS]; /* for each cell and colour an entry; NULL before it is needed */
    uint64_t now, *changed;    /* counts the calls; for each line the one before which it changed last */
    uint64_t *looked;          /* of the trial under way */
    int *cells, *open;         /* the unknown cells in order, and the set of the colours of each that were cut off */
    int *look_of[2];           /* for each cell the look that decided it, after white and after black */
} Trials;

/* An entry: the call in which the trial was made, 0 for never; 1 if it came to its end; the set of lines analysed. */
enum { TRIED_AT, HAS_ENDED, LOOKED };

static void release_trials(Trials *trials)
{
    if (!trials)
        return;
    for (int cut = 0; cut < MOST_CUTS; cut++)
        PyMem_Free(trials->kept[cut]);
    PyMem_Free(trials->changed);
    PyMem_Free(trials->cells);
    PyMem_Free(trials);
}

static size_t line_set_words(const Board *board) { return (size_t)board->lines / WORD_BITS + 1; }

/* 0 with an exception set if there is no memory. */
static int make_room_for_trials(Board *board)
{
    size_t cells = (size_t)board->width * board->height;
    Trials *trials = board->trials;
    if (!make_room_for_search(board))
        return 0;
    if (trials)
        return 1;
    trials = board->trials = PyMem_Calloc(1, sizeof *trials);
    if (trials) {
        trials->changed = PyMem_Calloc((size_t)board->lines + line_set_words(board), sizeof(uint64_t));
        trials->cells = PyMem_Calloc(4 * cells, sizeof(int));
    }
    if (!trials || !trials->changed || !trials->cells) {
        release_trials(trials);
        board->trials = NULL;
        PyErr_NoMemory();
        return 0;
    }
    trials->looked = trials->changed + board->lines;
    trials->open = trials->cells + cells;
    trials->look_of[0] = trials->open + cells;
    trials->look_of[1] = trials->look_of[0] + cells;
    return 1;
}

/* Begin a round: list the unknown cells, and note the lines that were marked since the last one. Returns the count. */
static int begin_trials(Board *board)
{
    Trials *trials = board->trials;
    int waiting = order_cells(board, 1), count = waiting;
    for (int position = 0; position < count; position++) {
        trials->cells[position] = take_first(board->order, &waiting);
        trials->open[position] = 3;
    }
    trials->now++;
    while (board->count)
        trials->changed[next_marked(board)] = trials->now;
    memcpy(board->trial, top(board), board->state_words * sizeof(uint64_t));
    board->is_synced = 0;
    return count;
}

/* Suppose a colour of a cell in `trial`, and follow it; the answer is that of `settle_tracing`. */
static int follow_supposed(Board *board, int cell, int colour, Trace *trace, PyObject *check)
{
    trace->looked = board->trials->looked;
    memset(trace->looked, 0, line_set_words(board) * sizeof(uint64_t));
    forget_changes(board);
    put_in(board, board->trial, cell / board->width, cell % board->width, colour);
    return settle_tracing(board, board->trial, trace, check);
}

static void undo_supposed(Board *board)
{
    for (int changed = 0; changed < board->changed_count; changed++)
        copy_line(board, board->trial, top(board), board->changed[changed]);
}

/* What is remembered of a trial; NULL if nothing is, on a large board or for want of memory. */
static uint64_t *entry_of(Board *board, int cut, int cell, int colour)
{
    size_t size = LOOKED + line_set_words(board), cells = (size_t)board->width * board->height;
    uint64_t **kept = board->trials->kept + cut;
    if (cells * board->lines > MOST_REMEMBERED)
        return NULL;
    if (!*kept && !(*kept = PyMem_Calloc(2 * cells * size, sizeof(uint64_t))))
        return NULL;
    return *kept + (2 * (size_t)cell + colour) * size;
}

/* 1 if a trial would end as it did. */
static int still_holds(const Board *board, const uint64_t *entry)
{
    if (!entry || !entry[TRIED_AT])
        return 0;
    for (size_t word = 0; word < line_set_words(board); word++)
        for (uint64_t lines = entry[LOOKED + word]; lines; lines &= lines - 1)
            if (board->trials->changed[word * WORD_BITS + lowest_bit(lines)] > entry[TRIED_AT])
                return 0;
    return 1;
}

/* Make the trials, with one cut after the other (0: none), until `wanted` of them led to a contradiction, or any under
   the same cut. Returns how many, each into `found` as 2 · cell + colour, or a code. */
static int refute(Board *board, const char *cuts, int cut_count, int wanted, long long end, int *found, PyObject *check)
{
    if (!make_room_for_trials(board))
        return FAILED;
    Trials *trials = board->trials;
    int count = begin_trials(board), refuted = 0;
    for (int cut = 0; cut < cut_count && !refuted; cut++)
        for (int number = 0; number < 2 * count; number++) {
            int cell = trials->cells[number / 2], colour = 1 - number % 2, *open = trials->open + number / 2;
            if (!(*open >> colour & 1))
                continue;
            uint64_t *entry = entry_of(board, cut, cell, colour);
            int has_ended;
            if (still_holds(board, entry))
                has_ended = (int)entry[HAS_ENDED];
            else {
                Trace trace = {.left = cuts[cut] ? cuts[cut] : LLONG_MAX, .end = end};
                int answer = follow_supposed(board, cell, colour, &trace, check);
                undo_supposed(board);
                if (answer == FAILED || answer == OUT_OF_LOOKS)
                    return answer;
                if (answer >= 0) {
                    found[refuted++] = 2 * cell + colour;
                    if (refuted == wanted)
                        return refuted;
                    continue;
                }
                has_ended = answer == STABLE;
                if (entry) {
                    entry[TRIED_AT] = trials->now;
                    entry[HAS_ENDED] = (uint64_t)has_ended;
                    memcpy(entry + LOOKED, trace.looked, line_set_words(board) * sizeof(uint64_t));
                }
            }
            *open &= ~(has_ended << colour);
        }
    return refuted;
}

/* The cell that `refute` found nothing about, and another one to which both of its colours give the same colour: the one
   that both reach soonest. 1 if there is one, 0 if not, or a code. */
static int reach_either_way(Board *board, long long end, int *cell, int *target, PyObject *check)
{
    if (!make_room_for_trials(board))
        return FAILED;
    int count = begin_trials(board), least = INT_MAX, *const *look_of = board->trials->look_of;
    for (int position = 0; position < count; position++) {
        int supposed = board->trials->cells[position];
        for (int colour = 1; colour >= 0; colour--) {
            Trace trace = {.left = LLONG_MAX, .end = end, .look_of = look_of[colour]};
            int answer = follow_supposed(board, supposed, colour, &trace, check);
            if (answer == STABLE)
                join_trial(board, colour);
            undo_supposed(board);
            if (answer != STABLE)
                return answer < 0 ? answer : 0; /* `refute` was not asked first */
        }
        for (int number = 0; number < board->shared_count; number++) {
            int row = board->shared[number];
            for (int word = 0; row < board->height && word < board->words; word++) {
                uint64_t both = open_word(board, sets_of(board, top(board), row), word) &
                                ~open_word(board, sets_of(board, board->joined, row), word);
                for (; both; both &= both - 1) {
                    int reached = row * board->width + word * WORD_BITS + lowest_bit(both);
                    int looks = look_of[0][reached] + look_of[1][reached];
                    if (looks < least || (looks == least && *cell == supposed && reached < *target)) {
                        least = looks;
                        *cell = supposed;
                        *target = reached;
                    }
                }
            }
        }
    }
    return least < INT_MAX;
}
