/* Belief propagation: how likely each cell of a line is to have each colour, as its two lines see it.

   Each line tells each of its cells the chances of its colours, counting all arrangements of the line, each weighted by
   what the crossing lines tell of the other cells. Told back and forth, the chances settle, mostly, near what most
   solutions have in common. They prove nothing, but are a good guide.

   Source: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988); that it finds pictures by the sums of
   their lines: E. Gouillart et al., "Belief-propagation reconstruction for discrete tomography", Inverse Problems 29
   (2013). */

/* The most that a line may believe in a colour: a line may be mistaken. */
#define LEAST_CHANCE 3e-4

/* Tables have a row for each group and a column for each start it can have in an empty line: the leftmost one is number
   0, the rightmost one is number `slack`, the same for all groups. */
typedef struct {
    int colours;
    size_t cells;       /* from one colour's weights to the next one's */
    double *from_left;  /* the weight of all arrangements of the groups before this one in the cells before the start */
    double *from_right; /* of this group and those behind it in the cells from the start on */
    double *placed;     /* of the group at the start, and of the background behind it that parts it from the next */
    double *weight, *chance; /* of each colour of each cell: its weight, and what comes out */
} Beliefs;

static int allocate_beliefs(Beliefs *beliefs, int most_groups, int most_cells, int colours)
{
    size_t row = (size_t)most_cells + 2, table = ((size_t)most_groups + 1) * row;
    beliefs->colours = colours;
    beliefs->cells = row;
    beliefs->from_left = PyMem_Calloc(3 * table + 2 * colours * row, sizeof(double));
    if (!beliefs->from_left)
        return 0;
    beliefs->from_right = beliefs->from_left + table;
    beliefs->placed = beliefs->from_right + table;
    beliefs->weight = beliefs->placed + table;
    beliefs->chance = beliefs->weight + colours * row;
    return 1;
}

static void release_beliefs(Beliefs *beliefs) { PyMem_Free(beliefs->from_left); /* all of it */ }

/* Fewest cells of background between a group and the one behind it. */
static int gap_behind(const Group *groups, int count, int number)
{
    return number + 1 < count && groups[number].colour == groups[number + 1].colour;
}

/* From the weights of a line's cells, the chance of each colour but the background. The greatest weight of each cell is
   1, so that nothing overflows. Returns 0 if no arrangement is left that a double can hold. No group may be of unknown
   length. */
static int believe_line(Beliefs *beliefs, int length, int count, const Group *groups)
{
    const double *background = beliefs->weight;
    int slack = length, first = 0;
    for (int number = 0; number < count; number++)
        slack -= groups[number].length + gap_behind(groups, count, number);
    if (slack < 0)
        return 0;
    int row = slack + 1;
    double *left = beliefs->from_left, *placed = beliefs->placed;
    left[0] = 1;
    for (int start = 1; start <= slack; start++)
        left[start] = left[start - 1] * background[start - 1];
    for (int number = 0; number < count; number++, left += row, placed += row) {
        const double *own = beliefs->weight + groups[number].colour * beliefs->cells;
        double *next = left + row;
        int gap = gap_behind(groups, count, number);
        for (int start = 0; start <= slack; start++) {
            int cell = first + start, end = cell + groups[number].length;
            double weight = gap ? background[end] : 1;
            for (; cell < end && weight != 0; cell++)
                weight *= own[cell];
            placed[start] = weight;
        }
        first += groups[number].length + gap;
        next[0] = left[0] * placed[0];
        for (int start = 1; start <= slack; start++)
            next[start] = next[start - 1] * background[first + start - 1] + left[start] * placed[start];
    }
    double *right = beliefs->from_right + (size_t)count * row;
    right[slack] = 1;
    for (int start = slack - 1; start >= 0; start--)
        right[start] = right[start + 1] * background[first + start];
    for (int number = count - 1; number >= 0; number--) {
        double *behind = right;
        right -= row;
        placed -= row;
        first -= groups[number].length + gap_behind(groups, count, number);
        right[slack] = placed[slack] * behind[slack];
        for (int start = slack - 1; start >= 0; start--)
            right[start] = right[start + 1] * background[first + start] + placed[start] * behind[start];
    }
    if (!(right[0] > 0))
        return 0;
    double share = 1 / right[0];
    left = beliefs->from_left;
    memset(beliefs->chance, 0, sizeof(double) * beliefs->colours * beliefs->cells);
    for (int number = 0; number < count; number++, left += row, placed += row) {
        double *chance = beliefs->chance + groups[number].colour * beliefs->cells;
        right += row;
        for (int start = 0; start <= slack; start++) {
            double weight = left[start] * placed[start] * right[start] * share;
            if (weight > 0)
                for (int cell = first + start; cell < first + start + groups[number].length; cell++)
                    chance[cell] += weight;
        }
        first += groups[number].length + gap_behind(groups, count, number);
    }
    return 1;
}

/* The chances of a cell's colours in `chance`, its own weights left out. */
static void leave_out_weights(Beliefs *beliefs, int cell)
{
    double *chance = beliefs->chance + cell, *weight = beliefs->weight + cell, rest = 1, sum = 0;
    size_t end = beliefs->colours * beliefs->cells;
    for (size_t at = beliefs->cells; at < end; at += beliefs->cells)
        rest -= chance[at];
    chance[0] = rest > 0 ? rest : 0;
    for (size_t at = 0; at < end; at += beliefs->cells) {
        chance[at] = weight[at] > 0 ? chance[at] / weight[at] : 0;
        sum += chance[at];
    }
    double share = sum > 0 ? 1 / sum : 0;
    for (size_t at = 0; at < end; at += beliefs->cells) {
        double told = chance[at] * share;
        chance[at] = told < LEAST_CHANCE ? LEAST_CHANCE : told > 1 - LEAST_CHANCE ? 1 - LEAST_CHANCE : told;
    }
}

/* Messages of both lines about a cell: `colours` chances by its row, then as many by its column. */
static double *told_of(const Board *board, double *told, int cell) { return told + (size_t)cell * 2 * board->colours; }

/* One round of belief propagation: every line with unknown cells tells them their chances. Returns the greatest change,
   -1 if a line sees no arrangement, or `FAILED`. */
static double tell_round(Board *board, Beliefs *beliefs, double *told, double damping, PyObject *check)
{
    uint64_t *state = top(board);
    int colours = board->colours;
    double greatest = 0;
    for (int line = 0; line < board->lines; line++) {
        int is_row = line < board->height, length = board->length[line];
        int first = is_row ? line * board->width : line - board->height, step = is_row ? 1 : board->width;
        uint64_t *sets = sets_of(board, state, line);
        if (!open_in_line(board, state, line))
            continue;
        board->patience -= length;
        if (board->patience <= 0 && !may_go_on(board, check))
            return FAILED;
        for (int colour = 0; colour < colours; colour++)
            for (int cell = 0; cell < length; cell++)
                beliefs->weight[colour * beliefs->cells + cell] =
                    (double)(sets[colour * board->words + cell / WORD_BITS] >> cell % WORD_BITS & 1);
        for (int word = 0; word < board->words; word++)
            for (uint64_t open = open_word(board, sets, word); open; open &= open - 1) {
                int cell = word * WORD_BITS + lowest_bit(open);
                /* a row hears the column, and the other way */
                const double *other = told_of(board, told, first + cell * step) + (is_row ? colours : 0);
                double *weight = beliefs->weight + cell, greatest_here = 0;
                for (int colour = 0; colour < colours; colour++) {
                    weight[colour * beliefs->cells] *= other[colour];
                    if (weight[colour * beliefs->cells] > greatest_here)
                        greatest_here = weight[colour * beliefs->cells];
                }
                double share = 1 / greatest_here;
                for (int colour = 0; colour < colours; colour++)
                    weight[colour * beliefs->cells] *= share;
            }
        int group = board->first_group[line];
        if (!believe_line(beliefs, length, board->first_group[line + 1] - group, board->groups + group))
            return -1;
        for (int word = 0; word < board->words; word++)
            for (uint64_t open = open_word(board, sets, word); open; open &= open - 1) {
                int cell = word * WORD_BITS + lowest_bit(open);
                double *old = told_of(board, told, first + cell * step) + (is_row ? 0 : colours);
                leave_out_weights(beliefs, cell);
                for (int colour = 0; colour < colours; colour++) {
                    double change = (1 - damping) * (beliefs->chance[colour * beliefs->cells + cell] - old[colour]);
                    old[colour] += change;
                    change = change < 0 ? -change : change;
                    greatest = change > greatest ? change : greatest;
                }
            }
    }
    return greatest;
}

/* The colour that a cell most likely has; how far from sure that is, 0 to less than 1, into `doubt`. */
static int likeliest(const Board *board, uint64_t *state, double *told, int cell, double *doubt)
{
    const double *by_row = told_of(board, told, cell), *by_column = by_row + board->colours;
    double sum = 0, best = -1;
    int found = 0;
    for (int colour = 0; colour < board->colours; colour++) {
        if (!may_have(board, state, cell / board->width, cell % board->width, colour))
            continue;
        double chance = by_row[colour] * by_column[colour];
        sum += chance;
        if (chance > best) {
            best = chance;
            found = colour;
        }
    }
    *doubt = sum > 0 ? (sum - best) / sum : 0;
    return found;
}

/* Fill the heap with the unknown cells, the surest first; returns how many. */
static int order_by_belief(Board *board, double *told)
{
    uint64_t *state = top(board);
    int count = 0;
    for (int row = 0; row < board->height; row++)
        for (int word = 0; word < board->words; word++)
            for (uint64_t open = open_word(board, sets_of(board, state, row), word); open; open &= open - 1) {
                int cell = row * board->width + word * WORD_BITS + lowest_bit(open);
                double doubt;
                likeliest(board, state, told, cell, &doubt);
                board->order[count++] = (uint64_t)(doubt * 549755813888.0) << CELL_BITS | (unsigned)cell;
            }
    make_heap(board->order, count);
    return count;
}

/* Colour the surest cells of the top state as they are believed to be: a share of those unknown, one at least. A colour
   that single lines refute is ruled out. Returns 0 if nothing is left of a cell then, or `FAILED`. */
static int trust(Board *board, double *told, double share, PyObject *check)
{
    size_t size = board->state_words * sizeof(uint64_t);
    uint64_t *state = top(board), *before = board->trial;
    int waiting = order_by_belief(board, told), wanted = (int)(share * waiting) + 1;
    while (waiting && wanted--) {
        int cell = take_first(board->order, &waiting), row = cell / board->width, column = cell % board->width;
        if (!is_open(board, state, row, column))
            continue; /* it follows from those before */
        double doubt;
        int colour = likeliest(board, state, told, cell, &doubt);
        memcpy(before, state, size);
        put_in(board, state, row, column, colour);
        int answer = settle(board, state, check);
        if (answer >= 0) {
            memcpy(state, before, size);
            rule_out(board, state, row, column, colour);
            mark(board, row);
            mark(board, board->height + column);
            answer = settle(board, state, check);
        }
        if (answer != STABLE)
            return answer == FAILED ? FAILED : 0;
    }
    return 1;
}

#define KEPT_STATES 64 /* states to go back to */

/* Look for one solution in the top state: round by round, the surest cells are coloured as they are believed to be.
   Where that leads to a contradiction, half of the way is given up; what the lines have told each other by then stays,
   so that the next attempt is another one. */
static int guess(Board *board, int attempts, double share, int sweeps, double damping, PyObject *check)
{
    if (board->has_blots)
        return PAUSED;
    if (!make_room_for_search(board))
        return FAILED;
    size_t size = board->state_words * sizeof(uint64_t), cells = (size_t)board->width * board->height;
    int kept = 0, kept_unknown = 0, answer = PAUSED;
    int rounds = 10 * sweeps; /* at first they have most to tell */
    Beliefs beliefs;
    int is_ready = allocate_beliefs(&beliefs, board->most_groups,
                                    board->width > board->height ? board->width : board->height, board->colours);
    double *told = PyMem_Malloc(sizeof(double) * 2 * board->colours * cells);
    uint64_t *way = PyMem_Malloc(size * KEPT_STATES), *state = top(board);
    if (!is_ready || !told || !way) {
        PyErr_NoMemory();
        answer = FAILED;
    } else
        for (size_t at = 0; at < 2 * board->colours * cells; at++)
            told[at] = 1.0 / board->colours;
    while (answer == PAUSED) {
        int unknown = unknown_in(board, state), is_sound = 1;
        double change = 1;
        if (!unknown) {
            answer = SOLVED;
            break;
        }
        /* the first one always, so that there is something to go back to */
        if (!kept || (kept < KEPT_STATES && unknown < kept_unknown - kept_unknown / 32)) {
            memcpy(way + board->state_words * kept++, state, size);
            kept_unknown = unknown;
        }
        for (; rounds && change > 0.005 && is_sound == 1; rounds--) {
            change = tell_round(board, &beliefs, told, damping, check);
            if (change < 0)
                is_sound = change == FAILED ? FAILED : 0;
        }
        rounds = sweeps;
        if (is_sound == 1)
            is_sound = trust(board, told, share, check);
        if (is_sound == FAILED)
            answer = FAILED;
        if (is_sound)
            continue;
        if (--attempts <= 0)
            break;
        int to = kept / 2;
        memcpy(state, way + board->state_words * to, size);
        kept = to + 1;
        kept_unknown = unknown_in(board, state);
        rounds = 3 * sweeps;
    }
    release_beliefs(&beliefs);
    PyMem_Free(told);
    PyMem_Free(way);
    return answer;
}
