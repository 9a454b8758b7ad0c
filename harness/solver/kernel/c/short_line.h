/* The analysis of a line whose sets are one WORD each: included by kernel.c once for each width of word, with

       WORD        an unsigned integer type; bit i is cell i of the line, or the boundary left of it
       NAME(x)     x with the suffix of this width
       WORDS       how many machine words it has

   A line may have at most bits(WORD) - 1 cells. The idea is that of harness/solver/lines.py, which explains it;
   here the second half is not the mirror image of the first, for mirroring sets is slow: *ends* are sets of cells
   behind which the line can be filled, so that nothing need be turned round. */

static WORD NAME(load)(const uint64_t *sets, int colour)
{
#if WORDS == 1
    return sets[colour];
#else
    return (WORD)sets[2 * colour + 1] << WORD_BITS | sets[2 * colour];
#endif
}

static void NAME(add)(uint64_t *sets, int colour, WORD cells)
{
    sets[WORDS * colour] |= (uint64_t)cells;
#if WORDS == 2
    sets[2 * colour + 1] |= (uint64_t)(cells >> WORD_BITS);
#endif
}

/* The seeds, and every boundary reached from one by steps to the right over passable cells: one carry does it. */
static WORD NAME(fill_up)(WORD seeds, WORD passable)
{
    return ((passable + (seeds & passable)) ^ passable) | seeds;
}

/* For `fill_down`: from which cells 1, 2, 4… steps to the left go over passable cells. */
typedef struct {
    WORD by[6 + WORDS - 1];
} NAME(Steps);

static void NAME(find_steps)(WORD passable, NAME(Steps) *steps)
{
    for (int power = 0; power < 6 + WORDS - 1; power++) {
        steps->by[power] = passable;
        passable &= passable << (1 << power);
    }
}

/* The seeds, and every cell reached from one by steps to the left, each step leaving a passable cell. */
static WORD NAME(fill_down)(WORD seeds, const NAME(Steps) *steps)
{
    for (int power = 0; power < 6 + WORDS - 1; power++)
        seeds |= (seeds & steps->by[power]) >> (1 << power);
    return seeds;
}

/* The cells from which `length` cells in a row belong to the set. */
static WORD NAME(runs)(WORD cells, int length)
{
    for (int done = 1; done < length;) {
        int step = done < length - done ? done : length - done;
        cells &= cells >> step;
        done += step;
    }
    return cells;
}

/* The cells covered by groups of `length` at all these starts. */
static WORD NAME(smear)(WORD starts, int length)
{
    for (int done = 1; done < length;) {
        int step = done < length - done ? done : length - done;
        starts |= starts << step;
        done += step;
    }
    return starts;
}

/* Put the possible colours of a line's cells into `solved`, the starts of its groups into the board. Returns 0 if nothing fits. */
static int NAME(analyse)(Board *board, int line, const uint64_t *can, uint64_t *solved)
{
    int length = board->length[line], count = board->first_group[line + 1] - board->first_group[line];
    const Group *groups = board->groups + board->first_group[line];
    WORD *starts = (WORD *)board->starts, *reach = (WORD *)board->reach;
    WORD background = NAME(load)(can, 0);
    WORD now = NAME(fill_up)(1, background);
    int beside = 0;
    reach[0] = now;
    for (int number = 0; number < count; number++) {
        const Group *group = groups + number;
        WORD own = NAME(load)(can, group->colour);
        /* of one colour, they have a background cell between them */
        WORD fits = group->colour == beside ? (now & background) << 1 : now;
        beside = group->colour;
        if (group->is_blot) {
            fits &= own;
            now = (NAME(fill_up)(fits, own) & own) << 1;
        } else {
            fits &= NAME(runs)(own, group->length);
            now = fits << group->length;
        }
        if (!fits)
            return 0;
        starts[number] = fits;
        reach[number + 1] = now = NAME(fill_up)(now, background);
    }
    if (!(now >> length & 1))
        return 0;
    memset(solved, 0, (size_t)board->colours * WORDS * sizeof(uint64_t));
    NAME(Steps) steps;
    NAME(find_steps)(background, &steps);
    WORD ends = NAME(fill_down)((WORD)1 << (length - 1), &steps), can_be_background = now & ends;
    beside = 0;
    for (int number = count - 1; number >= 0; number--) {
        const Group *group = groups + number;
        WORD last = group->colour == beside ? (ends & background) >> 1 : ends, cells, fits = starts[number];
        beside = group->colour;
        if (group->is_blot) {
            WORD own = NAME(load)(can, group->colour), covered = NAME(fill_up)(fits, own) & own;
            NAME(Steps) along;
            NAME(find_steps)(own, &along);
            cells = covered & NAME(fill_down)(last & covered, &along);
            fits &= cells;
        } else {
            fits &= last >> (group->length - 1);
            cells = NAME(smear)(fits, group->length);
        }
        starts[number] = fits;
        NAME(add)(solved, group->colour, cells);
        ends = NAME(fill_down)(fits >> 1, &steps);
        can_be_background |= reach[number] & ends;
    }
    NAME(add)(solved, 0, can_be_background & background);
    return 1;
}
