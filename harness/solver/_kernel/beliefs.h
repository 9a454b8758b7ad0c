/* Belief propagation: how likely each cell of a line is to be black, as its two lines see it.

   Each line tells each of its cells the chance that it is black, counting all arrangements of the line, each weighted
   by what the crossing lines tell of the other cells. Told back and forth, the chances settle, mostly, near what most
   solutions have in common. They prove nothing, but are a good guide.

   Source: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988); that it finds pictures by the sums of
   their lines: E. Gouillart et al., "Belief-propagation reconstruction for discrete tomography", Inverse Problems 29
   (2013). */

/* What is told of a cell is never surer than this: a line may be mistaken. */
#define LEAST_CHANCE 3e-4

typedef struct {
    double *from_left;  /* [block][cell]: the weight of all arrangements of so many blocks in the cells before */
    double *from_right; /* [block][cell]: of the blocks from this one on in the cells from this one on */
    double *placed;     /* [block][cell]: of the block starting here, with the white cell behind it */
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
   The weights of each cell are 1 and something below, so that nothing overflows. Returns 0 if no arrangement is left
   that a double can hold. */
static int believe_line(Beliefs *beliefs, int length, int count, const int *blocks)
{
    /* one white cell more behind the line: every block has one behind it */
    int cells = length + 1, row = cells + 1;
    double *left = beliefs->from_left, *right = beliefs->from_right, *placed = beliefs->placed;
    double *black = beliefs->black, *white = beliefs->white, *chance = beliefs->chance;
    black[length] = 0;
    white[length] = 1;
    for (int block = 0; block < count; block++)
        for (int start = 0; start < cells; start++) {
            int end = start + blocks[block];
            double weight = end < cells ? white[end] : 0;
            for (int cell = start; cell < end && weight != 0; cell++)
                weight *= black[cell];
            placed[block * row + start] = weight;
        }
    left[0] = 1;
    for (int cell = 1; cell <= cells; cell++)
        left[cell] = left[cell - 1] * white[cell - 1];
    for (int block = 1; block <= count; block++) {
        double *now = left + block * row, *before = now - row, *here = placed + (block - 1) * row;
        int size = blocks[block - 1] + 1;
        now[0] = 0;
        for (int cell = 1; cell <= cells; cell++)
            now[cell] = now[cell - 1] * white[cell - 1] + (cell >= size ? before[cell - size] * here[cell - size] : 0);
    }
    right[count * row + cells] = 1;
    for (int cell = cells - 1; cell >= 0; cell--)
        right[count * row + cell] = right[count * row + cell + 1] * white[cell];
    for (int block = count - 1; block >= 0; block--) {
        double *now = right + block * row, *behind = now + row, *here = placed + block * row;
        int size = blocks[block] + 1;
        now[cells] = 0;
        for (int cell = cells - 1; cell >= 0; cell--)
            now[cell] = now[cell + 1] * white[cell] + (cell + size <= cells ? here[cell] * behind[cell + size] : 0);
    }
    double all = right[0];
    if (!(all > 0))
        return 0;
    memset(chance, 0, sizeof(double) * (size_t)length);
    for (int block = 0; block < count; block++)
        for (int start = 0; start + blocks[block] < cells; start++) {
            int end = start + blocks[block];
            double weight =
                left[block * row + start] * placed[block * row + start] * right[(block + 1) * row + end + 1] / all;
            if (weight > 0)
                for (int cell = start; cell < end; cell++)
                    chance[cell] += weight;
        }
    for (int cell = 0; cell < length; cell++) {
        double is_black = chance[cell] * white[cell], is_white = (1 - chance[cell]) * black[cell];
        double told = is_white > 0 ? is_black / (is_black + is_white) : 1;
        chance[cell] = told < LEAST_CHANCE ? LEAST_CHANCE : told > 1 - LEAST_CHANCE ? 1 - LEAST_CHANCE : told;
    }
    return 1;
}
