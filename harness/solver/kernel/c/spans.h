/* Sets of cells as spans: the cells first…last, ascending, with a cell between two spans at least. Long lines have few
   spans and many words. */

typedef struct {
    unsigned short first, last;
} Span;

typedef struct {
    Span *spans;
    int count;
} Spans;

/* The cells from `first` to `last`, of those in a word. */
static uint64_t between(int first, int last, int word)
{
    return cells_word(last + 1, word) & ~cells_word(first, word);
}

/* The first cell from `from` on that is not in the set; `end` if there is none before it. */
static int first_without(const uint64_t *set, int from, int end)
{
    if (from >= end)
        return end;
    int word = from / WORD_BITS;
    uint64_t missing = ~set[word] >> from % WORD_BITS;
    if (missing)
        from += lowest_bit(missing);
    else {
        do {
            if (++word * WORD_BITS >= end)
                return end;
        } while (!~set[word]);
        from = word * WORD_BITS + lowest_bit(~set[word]);
    }
    return from < end ? from : end;
}

/* The first cell from `from` on that is in the set; `end` if there is none before it. */
static int first_within(const uint64_t *set, int from, int end)
{
    if (from >= end)
        return end;
    int word = from / WORD_BITS;
    uint64_t found = set[word] >> from % WORD_BITS;
    if (found)
        from += lowest_bit(found);
    else {
        do {
            if (++word * WORD_BITS >= end)
                return end;
        } while (!set[word]);
        from = word * WORD_BITS + lowest_bit(set[word]);
    }
    return from < end ? from : end;
}

/* The last cell up to `to` that is in the set, or that is not; -1 if there is none. */
static int last_cell_up_to(const uint64_t *set, uint64_t inverse, int to)
{
    if (to < 0)
        return -1;
    int word = to / WORD_BITS;
    uint64_t found = (set[word] ^ inverse) << (WORD_BITS - 1 - to % WORD_BITS);
    if (found)
        return to - (WORD_BITS - 1 - highest_bit(found));
    do {
        if (--word < 0)
            return -1;
    } while (!(set[word] ^ inverse));
    return word * WORD_BITS + highest_bit(set[word] ^ inverse);
}

static int last_within(const uint64_t *set, int to) { return last_cell_up_to(set, 0, to); }

static int last_without(const uint64_t *set, int to) { return last_cell_up_to(set, ~(uint64_t)0, to); }

/* Add the cells first…last to a set of words. */
static void add_cells(uint64_t *set, int first, int last)
{
    if (first > last)
        return;
    int word = first / WORD_BITS, last_word = last / WORD_BITS;
    uint64_t from = ~(uint64_t)0 << first % WORD_BITS, to = ~(uint64_t)0 >> (WORD_BITS - 1 - last % WORD_BITS);
    if (word == last_word) {
        set[word] |= from & to;
        return;
    }
    set[word] |= from;
    while (++word < last_word)
        set[word] = ~(uint64_t)0;
    set[word] |= to;
}

/* Add a span behind those that there are; it may touch or overlap the last one. Empty ones are passed over. */
static void add_span(Spans *to, int first, int last)
{
    if (first > last)
        return;
    if (to->count && first <= to->spans[to->count - 1].last + 1) {
        Span *before = to->spans + to->count - 1;
        if (last > before->last)
            before->last = (unsigned short)last;
        return;
    }
    to->spans[to->count].first = (unsigned short)first;
    to->spans[to->count++].last = (unsigned short)last;
}
