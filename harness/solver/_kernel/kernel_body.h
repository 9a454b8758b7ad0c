/* The kernel for one width of set: included by kernel.c once for each, with

       WORD        an unsigned integer type; bit i is cell i of a line
       NAME(x)     x with the suffix of this width
       REVERSE     a function that turns a WORD round, bit 0 last

   A line may have at most bits(WORD) - 2 cells: the analysis needs one cell behind the line and a carry.
   The analysis is that of harness/solver/lines.py, which explains it. */

typedef struct {
    int width, height, lines;
    int *length;        /* cells of each line: the rows, then the columns */
    int *first_block;   /* where the line's blocks begin in `blocks`; one entry more than lines */
    int *blocks;
    WORD *frames;       /* states: black sets of all lines, then white sets; the top one is worked on */
    int depth, capacity;
    WORD *trials;       /* two states more, for the two colours of a probed cell */
    int *queue;         /* a ring of marked lines */
    unsigned char *waiting;
    int head, count;
    WORD *starts, *gaps; /* of the line under analysis, as seen from the left */
    uint64_t *order;    /* a heap of cells to be probed */
    long long line_calls;
} NAME(Board);

static WORD NAME(mask)(int bits) { return ((WORD)1 << bits) - 1; }

static WORD NAME(flood)(WORD seeds, WORD passable) { return ((passable + (seeds & passable)) ^ passable) | seeds; }

static WORD NAME(runs)(WORD cells, int length)
{
    for (int done = 1; done < length && cells;) {
        int step = done < length - done ? done : length - done;
        cells &= cells >> step;
        done += step;
    }
    return cells;
}

static WORD NAME(smear)(WORD starts, int length)
{
    for (int done = 1; done < length;) {
        int step = done < length - done ? done : length - done;
        starts |= starts << step;
        done += step;
    }
    return starts;
}

static int NAME(popcount)(WORD cells)
{
    int count = 0;
    for (unsigned part = 0; part < sizeof(WORD) / 8; part++)
        count += __builtin_popcountll((unsigned long long)(cells >> (part * 32) >> (part * 32)));
    return count;
}

static int NAME(lowest)(WORD cells)
{
    unsigned long long low = (unsigned long long)cells;
    if (sizeof(WORD) == 8 || low)
        return __builtin_ctzll(low);
    return 64 + __builtin_ctzll((unsigned long long)(cells >> 32 >> 32));
}

/* The starts of each block that both sides allow, into `starts`; what can be black and what can be white, into the
   sets. Returns 0 if no arrangement fits. */
static int NAME(analyse)(NAME(Board) *board, int line, WORD black, WORD white, WORD *can_be_black, WORD *can_be_white)
{
    int length = board->length[line];
    int count = board->first_block[line + 1] - board->first_block[line];
    const int *blocks = board->blocks + board->first_block[line];
    WORD *starts = board->starts, *gaps = board->gaps;
    WORD cells = NAME(mask)(length);
    WORD not_black = ~black & NAME(mask)(length + 1), not_white = ~white & cells;
    WORD free = NAME(flood)(1, not_black);
    gaps[0] = free >> 1;
    for (int block = 0; block < count; block++) {
        int size = blocks[block];
        WORD fits = free & NAME(runs)(not_white, size) & (not_black >> size);
        if (!fits)
            return 0;
        starts[block] = fits;
        free = NAME(flood)(fits << size << 1, not_black);
        gaps[block + 1] = free >> 1;
    }
    if (!(gaps[count] >> length & 1))
        return 0;
    /* the same from the right, on the line turned round */
    int spare = 8 * (int)sizeof(WORD) - length;
    not_black = (REVERSE(not_black & cells) >> spare) | (WORD)1 << length;
    not_white = REVERSE(not_white) >> spare;
    WORD can_black = 0;
    free = NAME(flood)(1, not_black);
    WORD can_white = gaps[count] & (REVERSE(free >> 1 & cells) >> spare);
    for (int block = count - 1; block >= 0; block--) {
        int size = blocks[block];
        WORD fits = free & NAME(runs)(not_white, size) & (not_black >> size);
        /* turned round, a start is the block's other end */
        starts[block] &= REVERSE(fits) >> spare >> (size - 1);
        can_black |= NAME(smear)(starts[block], size);
        free = NAME(flood)(fits << size << 1, not_black);
        can_white |= gaps[block] & (REVERSE(free >> 1 & cells) >> spare);
    }
    *can_be_black = can_black;
    *can_be_white = can_white & cells;
    return 1;
}

static void NAME(mark)(NAME(Board) *board, int line)
{
    if (board->waiting[line])
        return;
    board->waiting[line] = 1;
    int tail = board->head + board->count++;
    board->queue[tail >= board->lines ? tail - board->lines : tail] = line;
}

/* Analyse the marked lines of a state until none is left; returns -1, or the line that no arrangement fits. */
static int NAME(settle)(NAME(Board) *board, WORD *state)
{
    WORD *blacks = state, *whites = state + board->lines;
    int failed = -1;
    while (board->count) {
        int line = board->queue[board->head];
        if (++board->head == board->lines)
            board->head = 0;
        board->count--;
        board->waiting[line] = 0;
        if (failed >= 0)
            continue; /* only to empty the queue */
        board->line_calls++;
        WORD black = blacks[line], white = whites[line], can_be_black, can_be_white;
        if (!NAME(analyse)(board, line, black, white, &can_be_black, &can_be_white)) {
            failed = line;
            continue;
        }
        WORD new_black = can_be_black & ~can_be_white & ~black, new_white = can_be_white & ~can_be_black & ~white;
        if (!(new_black | new_white))
            continue;
        blacks[line] |= new_black;
        whites[line] |= new_white;
        int own = line < board->height ? line : line - board->height;
        int first = line < board->height ? board->height : 0;
        for (; new_black; new_black &= new_black - 1) {
            int crossing = first + NAME(lowest)(new_black);
            blacks[crossing] |= (WORD)1 << own;
            NAME(mark)(board, crossing);
        }
        for (; new_white; new_white &= new_white - 1) {
            int crossing = first + NAME(lowest)(new_white);
            whites[crossing] |= (WORD)1 << own;
            NAME(mark)(board, crossing);
        }
    }
    return failed;
}

static WORD *NAME(top)(NAME(Board) *board) { return board->frames + (size_t)board->depth * 2 * board->lines; }

static int NAME(unknown_in)(NAME(Board) *board, const WORD *state)
{
    int known = 0;
    for (int row = 0; row < board->height; row++)
        known += NAME(popcount)(state[row] | state[board->lines + row]);
    return board->width * board->height - known;
}

static void NAME(put_in)(NAME(Board) *board, WORD *state, int row, int column, int is_black)
{
    WORD *sets = is_black ? state : state + board->lines;
    sets[row] |= (WORD)1 << column;
    sets[board->height + column] |= (WORD)1 << row;
    NAME(mark)(board, row);
    NAME(mark)(board, board->height + column);
}

/* Fill the heap with the unknown cells; the key is that of `probing_keys` in fast_kernel.py. Returns how many. */
static int NAME(order_cells)(NAME(Board) *board)
{
    WORD *blacks = NAME(top)(board), *whites = blacks + board->lines;
    int width = board->width, height = board->height, count = 0;
    WORD everything = NAME(mask)(width);
    for (int row = 0; row < height; row++) {
        WORD known = blacks[row] | whites[row], unknown = everything & ~known;
        if (!unknown)
            continue;
        WORD above = row ? blacks[row - 1] | whites[row - 1] : everything;
        WORD below = row + 1 < height ? blacks[row + 1] | whites[row + 1] : everything;
        WORD before = known << 1 | 1, behind = known >> 1 | (WORD)1 << (width - 1);
        int left_in_row = width - NAME(popcount)(known);
        int row_edge = row < height - 1 - row ? row : height - 1 - row;
        for (; unknown; unknown &= unknown - 1) {
            int column = NAME(lowest)(unknown), line = height + column;
            int edge = column < width - 1 - column ? column : width - 1 - column;
            if (row_edge < edge)
                edge = row_edge;
            int neighbours = (int)(above >> column & 1) + (int)(below >> column & 1) + (int)(before >> column & 1) +
                             (int)(behind >> column & 1);
            int left = left_in_row + height - NAME(popcount)(blacks[line] | whites[line]);
            board->order[count++] = ((((uint64_t)edge << 3) + (4 - neighbours)) << 12 | (uint64_t)left) << 20 |
                                    (uint64_t)(row * width + column);
        }
    }
    for (int parent = count / 2 - 1; parent >= 0; parent--)
        sift_down(board->order, count, parent);
    return count;
}

/* Let the top state learn what both trials know; returns whether there was anything. */
static int NAME(take_common)(NAME(Board) *board)
{
    WORD *state = NAME(top)(board);
    const WORD *one = board->trials, *other = one + 2 * board->lines;
    int learnt = 0;
    for (int set = 0; set < 2 * board->lines; set++) {
        WORD common = one[set] & other[set] & ~state[set];
        if (common) {
            state[set] |= common;
            NAME(mark)(board, set < board->lines ? set : set - board->lines);
            learnt = 1;
        }
    }
    return learnt;
}

static int NAME(probe)(NAME(Board) *board, long long limit, int fruitless, PyObject *check)
{
    size_t size = sizeof(WORD) * 2 * board->lines;
    WORD *black = board->trials, *white = black + 2 * board->lines;
    int cells = board->width * board->height, best = -1, best_most = cells + 1, best_least = cells + 1;
    int idle = 0, probes = 0, waiting = NAME(order_cells)(board);
    long long end = limit < 0 ? -1 : board->line_calls + limit;
    while (waiting && idle < fruitless) {
        int cell = (int)(board->order[0] & 0xFFFFF), row = cell / board->width, column = cell % board->width;
        board->order[0] = board->order[--waiting];
        sift_down(board->order, waiting, 0);
        if (end >= 0 && board->line_calls >= end)
            return PAUSED;
        if (++probes % 256 == 0 && !may_go_on(check))
            return FAILED;
        WORD *state = NAME(top)(board);
        idle++;
        memcpy(black, state, size);
        NAME(put_in)(board, black, row, column, 1);
        int black_fails = NAME(settle)(board, black) >= 0;
        memcpy(white, state, size);
        NAME(put_in)(board, white, row, column, 0);
        int white_fails = NAME(settle)(board, white) >= 0;
        if (black_fails && white_fails)
            return CONTRADICTION;
        if (black_fails || white_fails)
            memcpy(state, black_fails ? white : black, size);
        else if (NAME(take_common)(board))
            NAME(settle)(board, state); /* both trials stand and know all of this: no contradiction can arise */
        else {
            int one = NAME(unknown_in)(board, black), other = NAME(unknown_in)(board, white);
            int most = one > other ? one : other, least = one > other ? other : one;
            if (most < best_most || (most == best_most && least < best_least)) {
                best = cell;
                best_most = most;
                best_least = least;
            }
            continue;
        }
        best = -1;
        best_most = best_least = cells + 1;
        idle = 0;
        waiting = NAME(order_cells)(board);
    }
    return best < 0 ? SOLVED : best;
}

/* One round of belief propagation: every line with unknown cells tells them their chances to be black. `told` has two
   for each cell: by its row and by its column. Returns the greatest change, or -1 if a line sees no arrangement. */
static double NAME(tell)(NAME(Board) *board, Beliefs *beliefs, double *told, double damping)
{
    WORD *blacks = NAME(top)(board), *whites = blacks + board->lines;
    double greatest = 0;
    for (int line = 0; line < board->lines; line++) {
        int is_row = line < board->height, length = board->length[line];
        WORD black = blacks[line], white = whites[line], unknown = NAME(mask)(length) & ~(black | white);
        if (!unknown)
            continue;
        int first = is_row ? line * board->width : line - board->height, step = is_row ? 1 : board->width;
        for (int cell = 0; cell < length; cell++) {
            double other = told[2 * (first + cell * step) + is_row]; /* a row hears the column, and the other way */
            double greater = other > 0.5 ? other : 1 - other;
            int is_known = !(unknown >> cell & 1), is_black = (int)(black >> cell & 1);
            beliefs->black[cell] = is_known ? is_black : other / greater;
            beliefs->white[cell] = is_known ? !is_black : (1 - other) / greater;
        }
        int block = board->first_block[line];
        if (!believe_line(beliefs, length, board->first_block[line + 1] - block, board->blocks + block))
            return -1;
        for (; unknown; unknown &= unknown - 1) {
            int cell = NAME(lowest)(unknown);
            double *old = told + 2 * (first + cell * step) + !is_row;
            double change = (1 - damping) * (beliefs->chance[cell] - *old);
            *old += change;
            if (change < 0)
                change = -change;
            if (change > greatest)
                greatest = change;
        }
    }
    return greatest;
}

/* Fill the heap with the unknown cells, the surest first; returns how many. */
static int NAME(order_by_belief)(NAME(Board) *board, const double *told)
{
    WORD *blacks = NAME(top)(board), *whites = blacks + board->lines;
    int count = 0;
    for (int row = 0; row < board->height; row++) {
        WORD unknown = NAME(mask)(board->width) & ~(blacks[row] | whites[row]);
        for (; unknown; unknown &= unknown - 1) {
            int cell = row * board->width + NAME(lowest)(unknown);
            double black = told[2 * cell] * told[2 * cell + 1], white = (1 - told[2 * cell]) * (1 - told[2 * cell + 1]);
            double doubt = (black < white ? black : white) / (black + white); /* 0 to a half */
            board->order[count++] = (uint64_t)(doubt * 4398046511104.0) << 20 | (uint64_t)cell;
        }
    }
    for (int parent = count / 2 - 1; parent >= 0; parent--)
        sift_down(board->order, count, parent);
    return count;
}

/* Colour the surest cells of the top state as they are believed to be: a share of those unknown, one at least. A colour
   that single lines refute is the other one. Returns 0 if they refute both. */
static int NAME(trust)(NAME(Board) *board, const double *told, double share)
{
    size_t size = sizeof(WORD) * 2 * board->lines;
    WORD *state = NAME(top)(board), *before = board->trials;
    int waiting = NAME(order_by_belief)(board, told), wanted = (int)(share * waiting) + 1;
    while (waiting && wanted--) {
        int cell = (int)(board->order[0] & 0xFFFFF), row = cell / board->width, column = cell % board->width;
        board->order[0] = board->order[--waiting];
        sift_down(board->order, waiting, 0);
        if ((state[row] | state[board->lines + row]) >> column & 1)
            continue; /* it follows from those before */
        int is_black = told[2 * cell] + told[2 * cell + 1] > 1;
        memcpy(before, state, size);
        NAME(put_in)(board, state, row, column, is_black);
        if (NAME(settle)(board, state) < 0)
            continue;
        memcpy(state, before, size);
        NAME(put_in)(board, state, row, column, !is_black);
        if (NAME(settle)(board, state) >= 0)
            return 0;
    }
    return 1;
}

#define MOST_KEPT 64 /* states to go back to */

/* Look for one solution in the top state: round by round, the surest cells are coloured as they are believed to be.
   Where that leads to a contradiction, half of the way is given up; what the lines have told each other by then stays,
   so that the next attempt is another one. */
static int NAME(guess)(NAME(Board) *board, int attempts, double share, int sweeps, double damping, PyObject *check)
{
    size_t sets = (size_t)2 * board->lines, size = sizeof(WORD) * sets;
    int most_blocks = 0, cells = board->width * board->height, kept = 0, kept_unknown = cells + 1, answer = PAUSED;
    for (int line = 0; line < board->lines; line++) {
        int count = board->first_block[line + 1] - board->first_block[line];
        most_blocks = count > most_blocks ? count : most_blocks;
    }
    Beliefs beliefs;
    int is_ready = allocate_beliefs(&beliefs, most_blocks, board->width > board->height ? board->width : board->height);
    double *told = PyMem_Malloc(sizeof(double) * 2 * (size_t)cells);
    WORD *way = PyMem_Malloc(size * MOST_KEPT), *state = NAME(top)(board);
    if (!is_ready || !told || !way) {
        PyErr_NoMemory();
        answer = FAILED;
    } else
        for (int cell = 0; cell < 2 * cells; cell++)
            told[cell] = 0.5;
    int rounds = 10 * sweeps; /* at first they have most to tell */
    while (answer == PAUSED) {
        int unknown = NAME(unknown_in)(board, state), is_sound = 1;
        double change = 1;
        if (!unknown) {
            answer = SOLVED;
            break;
        }
        if (kept < MOST_KEPT && unknown < kept_unknown - kept_unknown / 32) {
            memcpy(way + sets * kept++, state, size);
            kept_unknown = unknown;
        }
        for (; rounds && change > 0.005 && is_sound && answer == PAUSED; rounds--)
            if (!may_go_on(check))
                answer = FAILED;
            else if ((change = NAME(tell)(board, &beliefs, told, damping)) < 0)
                is_sound = 0;
        rounds = sweeps;
        if (answer != PAUSED || (is_sound && NAME(trust)(board, told, share)))
            continue;
        if (--attempts <= 0)
            break;
        int to = kept / 2;
        memcpy(state, way + sets * to, size);
        kept = to + 1;
        kept_unknown = NAME(unknown_in)(board, state);
        rounds = 3 * sweeps;
    }
    release_beliefs(&beliefs);
    PyMem_Free(told);
    PyMem_Free(way);
    return answer;
}
