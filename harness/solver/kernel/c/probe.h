/* Probing: all colours of an unknown cell are tried; what is left of them, and what all that stand have in common, is
   learnt. */

/* what `probe` answers if it is no cell */
#define SOLVED (-1)
#define CONTRADICTION (-2)
#define PAUSED (-3)

/* what `probe_cell` answers if the state has learnt something */
#define LEARNT (-1)

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

static void make_heap(uint64_t *heap, int count)
{
    for (int parent = count / 2 - 1; parent >= 0; parent--)
        sift_down(heap, count, parent);
}

/* The low bits of a key: the cell, as row · width + column. */
#define CELL_BITS 24

static int take_first(uint64_t *heap, int *count)
{
    int cell = (int)(heap[0] & (((uint64_t)1 << CELL_BITS) - 1));
    heap[0] = heap[--*count];
    sift_down(heap, *count, 0);
    return cell;
}

/* Memory for the states and orders that only a search wants; 0 with an exception set if there is none. */
static int make_room_for_search(Board *board)
{
    size_t size = board->state_words * sizeof(uint64_t);
    if (board->order)
        return 1;
    board->order = PyMem_Malloc((size_t)board->width * board->height * sizeof(uint64_t));
    board->joined = PyMem_Malloc(size);
    board->trial = PyMem_Malloc(size);
    if (board->order && board->joined && board->trial)
        return 1;
    PyMem_Free(board->order);
    PyMem_Free(board->joined);
    PyMem_Free(board->trial);
    board->order = board->joined = board->trial = NULL;
    PyErr_NoMemory();
    return 0;
}

static int edge_distance(int place, int side) { return place < side - 1 - place ? place : side - 1 - place; }

/* Fill the heap with the unknown cells; the key is that of the reference's probing: first cells near
   the edge, then those with few colours left, with many known neighbours, in nearly known lines. A person looks at the
   neighbours first, and at the edge as at one of them. Returns how many. */
static int order_cells(Board *board, int as_person)
{
    uint64_t *state = top(board);
    int width = board->width, height = board->height, words = board->words, count = 0;
    for (int row = 0; row < height; row++) {
        int row_edge = edge_distance(row, height), left_in_row = -1;
        for (int word = 0; word < words; word++) {
            uint64_t unknown = open_word(board, sets_of(board, state, row), word);
            if (!unknown)
                continue;
            if (left_in_row < 0)
                left_in_row = open_in_line(board, state, row);
            uint64_t cells = cells_word(width, word);
            uint64_t above = row ? open_word(board, sets_of(board, state, row - 1), word) : 0;
            uint64_t below = row + 1 < height ? open_word(board, sets_of(board, state, row + 1), word) : 0;
            uint64_t before = unknown << 1, behind = unknown >> 1;
            if (word)
                before |= open_word(board, sets_of(board, state, row), word - 1) >> (WORD_BITS - 1);
            if (word + 1 < words)
                behind |= open_word(board, sets_of(board, state, row), word + 1) << (WORD_BITS - 1);
            for (unknown &= cells; unknown; unknown &= unknown - 1) {
                int bit = lowest_bit(unknown), column = word * WORD_BITS + bit, choices = 2;
                if (board->colours > 2) {
                    choices = 0;
                    for (int colour = 0; colour < board->colours; colour++)
                        choices += may_have(board, state, row, column, colour);
                }
                int edge = edge_distance(column, width);
                if (row_edge < edge)
                    edge = row_edge;
                int open = (int)(above >> bit & 1) + (int)(below >> bit & 1) + (int)(before >> bit & 1) +
                           (int)(behind >> bit & 1);
                int left = left_in_row + open_in_line(board, state, height + column);
                uint64_t key = as_person ? 0 : (uint64_t)edge << 9 | (unsigned)choices;
                key = key << 3 | (unsigned)open;
                board->order[count++] = (key << 13 | (unsigned)left) << CELL_BITS | (unsigned)(row * width + column);
            }
        }
    }
    make_heap(board->order, count);
    return count;
}

static void copy_line(const Board *board, uint64_t *to, uint64_t *from, int line)
{
    memcpy(sets_of(board, to, line), sets_of(board, from, line), board->line_words * sizeof(uint64_t));
}

/* Let the top state learn what `joined` knows; returns whether there was anything. The lines are marked in their order,
   as the readable search does, so that both make the same analyses. */
static int take_joined(Board *board)
{
    uint64_t *state = top(board);
    size_t line_size = board->line_words * sizeof(uint64_t);
    int has_learnt = 0;
    for (int number = 0; number < board->shared_count; number++) {
        int line = board->shared[number];
        if (!memcmp(sets_of(board, state, line), sets_of(board, board->joined, line), line_size))
            continue;
        copy_line(board, state, board->joined, line);
        note_change(board, line);
        has_learnt = 1;
    }
    for (int line = 0; has_learnt && line < board->lines; line++)
        if (board->is_changed[line])
            mark(board, line);
    return has_learnt;
}

/* Enter the lines that a colour has changed in `trial` into `joined`: the first one's as they are; those of the others
   together with them, and without those that it has left alone, where nothing follows. */
static void join_trial(Board *board, int is_first)
{
    int kept = 0;
    if (is_first)
        for (; kept < board->changed_count; kept++) {
            board->shared[kept] = board->changed[kept];
            copy_line(board, board->joined, board->trial, board->changed[kept]);
        }
    else
        for (int number = 0; number < board->shared_count; number++) {
            int line = board->shared[number];
            if (!board->is_changed[line])
                continue;
            uint64_t *joined = sets_of(board, board->joined, line), *tried = sets_of(board, board->trial, line);
            for (size_t word = 0; word < board->line_words; word++)
                joined[word] |= tried[word];
            board->shared[kept++] = line;
        }
    board->shared_count = kept;
}

/* Try all colours of a cell of the top state, the background last.

   What the colours that stand leave possible, each and together, is in the shared lines of `joined` then; `most` and
   `sum` are of the choices that they leave. Returns how many stand, or `FAILED`. */
static int try_colours(Board *board, int row, int column, long long choices, long long *most, long long *sum,
                       PyObject *check)
{
    uint64_t *state = top(board);
    int standing = 0;
    *most = *sum = 0;
    board->shared_count = 0;
    if (!board->is_synced)
        memcpy(board->trial, state, board->state_words * sizeof(uint64_t));
    board->is_synced = 1;
    for (int number = 1; number <= board->colours; number++) {
        int colour = number % board->colours;
        if (!may_have(board, state, row, column, colour))
            continue;
        long long before = board->removed;
        forget_changes(board);
        put_in(board, board->trial, row, column, colour);
        int answer = settle(board, board->trial, check);
        if (answer == FAILED) {
            board->is_synced = 0;
            return FAILED;
        }
        if (answer == STABLE) {
            long long left = choices - (board->removed - before);
            *most = left > *most ? left : *most;
            *sum += left;
            join_trial(board, !standing++);
        }
        for (int changed = 0; changed < board->changed_count; changed++)
            copy_line(board, board->trial, state, board->changed[changed]);
    }
    forget_changes(board);
    return standing;
}

/* Count the colours that all cells of a state may have together: the fewer, the more is known. */
static long long choices_in(const Board *board, uint64_t *state)
{
    long long count = 0;
    for (int row = 0; row < board->height; row++)
        for (size_t word = 0; word < board->line_words; word++)
            count += count_bits(sets_of(board, state, row)[word]);
    return count;
}

static long long choices_of(const Board *board, uint64_t *state, int line)
{
    long long count = 0;
    for (size_t word = 0; word < board->line_words; word++)
        count += count_bits(sets_of(board, state, line)[word]);
    return count;
}

/* Try the colours of a cell of the top state, and learn from the results; `*choices` is kept up to date.

   Returns how many stand if nothing follows, 0 at a contradiction, or a code. */
static int probe_cell(Board *board, int cell, long long *choices, long long *most, long long *sum, PyObject *check)
{
    int standing = try_colours(board, cell / board->width, cell % board->width, *choices, most, sum, check);
    if (standing <= 0 || !take_joined(board))
        return standing;
    if (standing == 1) /* settled already */
        while (board->count)
            next_marked(board);
    /* all that stand know all of this: no contradiction can arise */
    else if (settle(board, top(board), check) == FAILED) {
        board->is_synced = 0;
        return FAILED;
    }
    for (int changed = 0; changed < board->changed_count; changed++) {
        int line = board->changed[changed];
        if (line < board->height)
            *choices -= choices_of(board, board->trial, line) - choices_of(board, top(board), line);
        copy_line(board, board->trial, top(board), line);
    }
    forget_changes(board);
    return LEARNT;
}

/* The cell to branch on among those probed: whose weakest colour leaves the fewest choices, and all of them together
   if these are as many. */
typedef struct {
    int cell, count;
    long long most, sum;
} Best;

static void compare_cell(Best *best, int cell, long long most, long long sum)
{
    if (!best->count++ || most < best->most || (most == best->most && sum < best->sum)) {
        best->cell = cell;
        best->most = most;
        best->sum = sum;
    }
}

/* Probe the cells in turn until none is left to be known, or `fruitless` of them in a row have told nothing. */
static int probe(Board *board, long long limit, int fruitless, PyObject *check)
{
    if (!make_room_for_search(board))
        return FAILED;
    board->is_synced = 0;
    forget_changes(board);
    int has_learnt = 1, waiting = 0;
    long long choices = choices_in(board, top(board)), end = limit < 0 ? LLONG_MAX : board->line_calls + limit;
    Best best = {.cell = SOLVED};
    while (best.count < fruitless) {
        long long most, sum;
        if (!waiting) {
            if (!has_learnt)
                break;
            has_learnt = 0;
            if (!(waiting = order_cells(board, 0)))
                return SOLVED;
        }
        int cell = take_first(board->order, &waiting);
        if (!is_open(board, top(board), cell / board->width, cell % board->width))
            continue;
        if (board->line_calls >= end)
            return PAUSED;
        int standing = probe_cell(board, cell, &choices, &most, &sum, check);
        if (standing == FAILED)
            return FAILED;
        if (!standing)
            return CONTRADICTION;
        if (standing == LEARNT) {
            best = (Best){.cell = SOLVED};
            has_learnt = 1;
        } else
            compare_cell(&best, cell, most, sum);
    }
    return best.cell;
}

/* Probe all cells, in turn, for as long as it pays: `*credit` analyses, and `worth` more for every colour ruled out.

   After `bound` analyses it pauses in any case; `*credit` is what may still be spent then, and 0 otherwise. */
static int sweep(Board *board, long long *credit, long long worth, long long bound, PyObject *check)
{
    long long choices, end = board->line_calls + *credit, most = board->line_calls + bound;
    *credit = 0;
    if (!make_room_for_search(board))
        return FAILED;
    board->is_synced = 0;
    forget_changes(board);
    choices = choices_in(board, top(board));
    for (int has_learnt = 1; has_learnt;) {
        int waiting = order_cells(board, 0);
        Best best = {.cell = SOLVED};
        if (!waiting)
            return SOLVED;
        has_learnt = 0;
        while (waiting) {
            long long most_left, sum;
            int cell = take_first(board->order, &waiting), row = cell / board->width, column = cell % board->width;
            if (!is_open(board, top(board), row, column))
                continue;
            if (board->line_calls >= end)
                return PAUSED;
            if (board->line_calls >= most) {
                *credit = end - board->line_calls;
                return PAUSED;
            }
            long long before = choices;
            int standing = probe_cell(board, cell, &choices, &most_left, &sum, check);
            if (standing == FAILED)
                return FAILED;
            if (!standing)
                return CONTRADICTION;
            if (standing == LEARNT) {
                end += worth * (before - choices);
                has_learnt = 1;
            } else
                compare_cell(&best, cell, most_left, sum);
        }
        board->named = best.cell;
        board->named_of = has_learnt ? INT_MAX : best.count;
        board->named_at = board->line_calls;
    }
    return PAUSED;
}
