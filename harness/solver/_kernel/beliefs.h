/* Belief propagation: how likely each cell of a line is to be black, as its two lines see it.

   Each line tells each of its cells the chance that it is black, counting all arrangements of the line, each weighted
   by what the crossing lines tell of the other cells. Told back and forth, the chances settle, mostly, near what most
   solutions have in common. They prove nothing, but are a good guide.

   Source: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988); that it finds pictures by the sums of
   their lines: E. Gouillart et al., "Belief-propagation reconstruction for discrete tomography", Inverse Problems 29
   (2013). */

/* What is told of a cell is never surer than this: a line may be mistaken. */
#define LEAST_CHANCE 3e-4

/* Tables have a row for each block and a column for each start it can have in an empty line: the leftmost one is number
   0, the rightmost one is number `slack`, the same for all blocks. */
typedef struct {
    double *from_left;  /* the weight of all arrangements of the blocks before this one in the cells before the start */
    double *from_right; /* of this block and those behind it in the cells from the start on */
    double *placed;     /* of the block at the start, and the white cell behind it */
    double *black, *white, *chance; /* of each cell: its weights, and what comes out */
} Beliefs;

static int allocate_beliefs(Beliefs *beliefs, int most_blocks, int most_cells)
{
    size_t row = (size_t)most_cells + 2, table = ((size_t)most_blocks + 1) * row;
    beliefs->from_left = PyMem_Calloc(3 * table + 3 * row, sizeof(double));
    if (!beliefs->from_left)
        return 0;
    beliefs->from_right = beliefs->from_left + table;
    beliefs->placed = beliefs->from_right + table;
    beliefs->black = beliefs->placed + table;
    beliefs->white = beliefs->black + row;
    beliefs->chance = beliefs->white + row;
    return 1;
}

static void release_beliefs(Beliefs *beliefs) { PyMem_Free(beliefs->from_left); /* all of it */ }

/* From the weights of a line's cells, the chance of each to be black: all else considered, its own weights left out.
   The greater weight of each cell is 1, so that nothing overflows. Returns 0 if no arrangement is left that a double
   can hold. */
static int believe_line(Beliefs *beliefs, int length, int count, const int *blocks)
{
    double *black = beliefs->black, *white = beliefs->white, *chance = beliefs->chance;
    /* one white cell more behind the line: every block has one behind it */
    int slack = length + 1, first = 0;
    black[length] = 0;
    white[length] = 1;
    for (int block = 0; block < count; block++)
        slack -= blocks[block] + 1;
    if (slack < 0)
        return 0;
    int row = slack + 1;
    double *left = beliefs->from_left, *placed = beliefs->placed;
    left[0] = 1;
    for (int start = 1; start <= slack; start++)
        left[start] = left[start - 1] * white[start - 1];
    for (int block = 0; block < count; block++, left += row, placed += row) {
        double *next = left + row;
        for (int start = 0; start <= slack; start++) {
            int cell = first + start, end = cell + blocks[block];
            double weight = white[end];
            for (; cell < end && weight != 0; cell++)
                weight *= black[cell];
            placed[start] = weight;
        }
        first += blocks[block] + 1;
        next[0] = left[0] * placed[0];
        for (int start = 1; start <= slack; start++)
            next[start] = next[start - 1] * white[first + start - 1] + left[start] * placed[start];
    }
    double *right = beliefs->from_right + (size_t)count * row;
    right[slack] = 1;
    for (int start = slack - 1; start >= 0; start--)
        right[start] = right[start + 1] * white[first + start];
    for (int block = count - 1; block >= 0; block--) {
        double *behind = right;
        right -= row;
        placed -= row;
        first -= blocks[block] + 1;
        right[slack] = placed[slack] * behind[slack];
        for (int start = slack - 1; start >= 0; start--)
            right[start] = right[start + 1] * white[first + start] + placed[start] * behind[start];
    }
    double all = right[0];
    if (!(all > 0))
        return 0;
    left = beliefs->from_left;
    memset(chance, 0, sizeof(double) * (size_t)length);
    for (int block = 0; block < count; block++, left += row, placed += row) {
        right += row;
        for (int start = 0; start <= slack; start++) {
            double weight = left[start] * placed[start] * right[start] / all;
            if (weight > 0)
                for (int cell = first + start; cell < first + start + blocks[block]; cell++)
                    chance[cell] += weight;
        }
        first += blocks[block] + 1;
    }
    for (int cell = 0; cell < length; cell++) {
        double is_black = chance[cell] * white[cell], is_white = (1 - chance[cell]) * black[cell];
        double told = is_white > 0 ? is_black / (is_black + is_white) : 1;
        chance[cell] = told < LEAST_CHANCE ? LEAST_CHANCE : told > 1 - LEAST_CHANCE ? 1 - LEAST_CHANCE : told;
    }
    return 1;
}
