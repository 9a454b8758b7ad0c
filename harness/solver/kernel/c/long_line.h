/* The analysis of a line of any length: what short_line.h does, on sets of several machine words.

   A group is looked for in its window alone, so that the work for each of the many groups of a long line is that of the
   few words in which it can lie. Groups that stand fast divide the line, and only the part with changed cells is
   analysed: all else is as the last analysis has left it. */

static void fill_up_words(uint64_t *seeds, const uint64_t *passable, int first, int last)
{
    uint64_t carry = 0;
    for (int word = first; word <= last; word++) {
        uint64_t own = seeds[word] | carry, sum = passable[word] + (own & passable[word]);
        carry = sum < passable[word];
        seeds[word] = (sum ^ passable[word]) | own;
    }
}

static void fill_down_words(uint64_t *seeds, const uint64_t *passable, int first, int last)
{
    uint64_t carry = 0;
    for (int word = last; word >= first; word--) {
        uint64_t own = seeds[word] | carry << (WORD_BITS - 1), steps = passable[word];
        for (int step = 1; step < WORD_BITS && steps; step *= 2) {
            own |= (own & steps) >> step;
            steps &= steps << step;
        }
        seeds[word] = own;
        carry = own & passable[word] & 1;
    }
}

/* One word of a set shifted to the left (to higher cells), or to the right; words beyond first…last are empty. */
static uint64_t word_up(const uint64_t *set, int first, int last, int word, int by)
{
    int from = word - by / WORD_BITS, bits = by % WORD_BITS;
    uint64_t low = bits && from - 1 >= first && from - 1 <= last ? set[from - 1] >> (WORD_BITS - bits) : 0;
    return (from >= first && from <= last ? set[from] << bits : 0) | low;
}

static uint64_t word_down(const uint64_t *set, int first, int last, int word, int by)
{
    int from = word + by / WORD_BITS, bits = by % WORD_BITS;
    uint64_t high = bits && from + 1 >= first && from + 1 <= last ? set[from + 1] << (WORD_BITS - bits) : 0;
    return (from >= first && from <= last ? set[from] >> bits : 0) | high;
}

static void runs_words(uint64_t *cells, int first, int last, int length)
{
    for (int done = 1; done < length;) {
        int step = done < length - done ? done : length - done;
        for (int word = first; word <= last; word++)
            cells[word] &= word_down(cells, first, last, word, step);
        done += step;
    }
}

static void smear_words(uint64_t *starts, int first, int last, int length)
{
    for (int done = 1; done < length;) {
        int step = done < length - done ? done : length - done;
        for (int word = last; word >= first; word--)
            starts[word] |= word_up(starts, first, last, word, step);
        done += step;
    }
}

/* Where each group of the line lies at the earliest and at the latest, if nothing is known. */
static void open_windows(Board *board, int line)
{
    int first = board->first_group[line], behind = board->first_group[line + 1], place = 0;
    const Group *groups = board->groups;
    for (int group = first; group < behind; group++) {
        place += group > first && groups[group].colour == groups[group - 1].colour;
        board->windows[group].first = place;
        place += groups[group].length;
    }
    place = board->length[line] - 1;
    for (int group = behind - 1; group >= first; group--) {
        place -= group + 1 < behind && groups[group].colour == groups[group + 1].colour;
        board->windows[group].last = place;
        place -= groups[group].length;
    }
}

static void close_window(Window *window, const uint64_t *starts, const uint64_t *cells, int first_word, int last_word)
{
    int word = first_word;
    while (!starts[word])
        word++;
    window->first = word * WORD_BITS + lowest_bit(starts[word]);
    word = last_word;
    while (!cells[word])
        word--;
    window->last = word * WORD_BITS + highest_bit(cells[word]);
}

/* A part of a line: the groups first…behind, in the cells base…end, the last of each excluded. */
typedef struct {
    int first, behind, base, end;
} Part;

static int stands_fast(const Group *group, const Window *window)
{
    return !group->is_blot && window->last - window->first + 1 == group->length;
}

/* The part of a line that holds its changed cells, between groups that stand fast; all of it, unless it is sure that
   everything else was analysed before. */
static Part touched_part(const Board *board, int line)
{
    const Group *groups = board->groups + board->first_group[line];
    const Window *windows = board->windows + board->first_group[line], *touched = board->touched + line;
    Part part = {0, board->first_group[line + 1] - board->first_group[line], 0, board->length[line]};
    if (!board->in_root || board->was_left)
        return part;
    for (int group = 0; group < part.behind && windows[group].last < touched->first; group++)
        if (stands_fast(groups + group, windows + group)) {
            part.first = group + 1;
            part.base = windows[group].last + 1;
        }
    for (int group = part.behind - 1; group >= part.first && windows[group].first > touched->last; group--)
        if (stands_fast(groups + group, windows + group)) {
            part.behind = group;
            part.end = windows[group].first;
        }
    return part;
}

/* Leave a line's cells beyond a part as they are. */
static void keep_beyond(const Board *board, const Part *part, const uint64_t *can, uint64_t *solved)
{
    int words = board->words, first = part->base / WORD_BITS, last = (part->end - 1) / WORD_BITS;
    for (int colour = 0; colour < board->colours; colour++, can += words, solved += words) {
        memcpy(solved, can, (size_t)first * sizeof(uint64_t));
        memcpy(solved + last + 1, can + last + 1, (size_t)(words - last - 1) * sizeof(uint64_t));
        uint64_t below = cells_word(part->base, first), inside = cells_word(part->end, last);
        solved[first] = (solved[first] & ~below) | (can[first] & below);
        solved[last] = (solved[last] & inside) | (can[last] & ~inside);
    }
}

/* Whether a line's cells may still have any colour. */
static int is_untouched(const Board *board, const uint64_t *can, int length)
{
    for (int word = 0; word < board->words; word++) {
        uint64_t cells = cells_word(length, word);
        for (int colour = 0; colour < board->colours; colour++)
            if (can[(size_t)colour * board->words + word] != cells)
                return 0;
    }
    return 1;
}

/* Add the cells first…last to a set, or take them away. */
static void add_cells(uint64_t *set, int first, int last)
{
    for (int word = first / WORD_BITS; word <= last / WORD_BITS; word++)
        set[word] |= cells_word(last + 1, word) & ~cells_word(first, word);
}

static void take_cells(uint64_t *set, int first, int last)
{
    for (int word = first / WORD_BITS; word <= last / WORD_BITS; word++)
        set[word] &= ~cells_word(last + 1, word) | cells_word(first, word);
}

/* The analysis of a line of which nothing is known: each group may be anywhere in its window, as `open_windows` has
   left it, and so a cell is coloured for certain if it is one that its group covers at both ends of the window. */
static void analyse_untouched(Board *board, int line, uint64_t *solved)
{
    size_t words = (size_t)board->words;
    memset(solved, 0, board->line_words * sizeof(uint64_t));
    add_cells(solved, 0, board->length[line] - 1);
    for (int number = board->first_group[line]; number < board->first_group[line + 1]; number++) {
        const Group *group = board->groups + number;
        const Window *window = board->windows + number;
        int first = window->last - group->length + 1, last = window->first + group->length - 1;
        add_cells(solved + group->colour * words, window->first, window->last);
        if (first <= last)
            take_cells(solved, first, last);
    }
}

/* As in short_line.h. */
static int analyse_long(Board *board, int line, const uint64_t *can, uint64_t *solved)
{
    if (board->in_root && is_untouched(board, can, board->length[line])) {
        analyse_untouched(board, line, solved);
        return 1;
    }
    Part part = touched_part(board, line);
    int words = board->words, length = part.end, base = part.base / WORD_BITS, count = part.behind - part.first;
    const Group *groups = board->groups + board->first_group[line] + part.first;
    Window *windows = board->windows + board->first_group[line] + part.first;
    const uint64_t *background = can;
    uint64_t *scratch = board->scratch, *now = board->reach;
    int low = base, high = (count ? windows[0].last - groups[0].length + 1 : length) / WORD_BITS;
    /* `now` holds the boundaries that the groups so far reach, in the words low…high */
    memset(now + low, 0, (size_t)(high - low + 1) * sizeof(uint64_t));
    now[low] = (uint64_t)1 << part.base % WORD_BITS;
    fill_up_words(now, background, low, high);
    for (int number = 0; number < count; number++) {
        const Group *group = groups + number;
        const uint64_t *own = can + (size_t)group->colour * words;
        int is_beside = number && group->colour == groups[number - 1].colour;
        int first = windows[number].first / WORD_BITS, last = windows[number].last / WORD_BITS;
        int last_start = (windows[number].last - group->length + 1) / WORD_BITS;
        uint64_t *starts = board->starts + (size_t)number * words, any = 0;
        memcpy(scratch + first, own + first, (size_t)(last - first + 1) * sizeof(uint64_t));
        runs_words(scratch, first, last, group->length);
        for (int word = first; word <= last_start; word++) {
            uint64_t free = now[word];
            if (is_beside) {
                free = (free & background[word]) << 1;
                if (word > low)
                    free |= (now[word - 1] & background[word - 1]) >> (WORD_BITS - 1);
            }
            any |= starts[word] = free & scratch[word];
        }
        if (!any)
            return 0;
        const uint64_t *ends = starts;
        int end_first = first, end_last = last_start, by = group->length;
        if (group->is_blot) {
            memcpy(scratch + first, starts + first, (size_t)(last_start - first + 1) * sizeof(uint64_t));
            fill_up_words(scratch, own, first, last_start);
            for (int word = first; word <= last_start; word++)
                scratch[word] &= own[word];
            ends = scratch;
        }
        now += words;
        low = (windows[number].first + group->length) / WORD_BITS;
        high = (number + 1 < count ? windows[number + 1].last - groups[number + 1].length + 1 : length) / WORD_BITS;
        for (int word = low; word <= high; word++)
            now[word] = word_up(ends, end_first, end_last, word, by);
        fill_up_words(now, background, low, high);
    }
    if (!(now[length / WORD_BITS] >> length % WORD_BITS & 1))
        return 0;
    for (int colour = 0; colour < board->colours; colour++)
        memset(solved + (size_t)colour * words + base, 0, (size_t)((length - 1) / WORD_BITS - base + 1) * sizeof(uint64_t));
    /* `ends`: the cells behind which the rest of the line can be filled with the groups from here on */
    uint64_t *ends = scratch, *cells = scratch + words;
    high = (length - 1) / WORD_BITS;
    low = count ? (windows[count - 1].first + groups[count - 1].length - 1) / WORD_BITS : base;
    memset(ends + low, 0, (size_t)(high - low + 1) * sizeof(uint64_t));
    ends[high] = (uint64_t)1 << (length - 1) % WORD_BITS;
    fill_down_words(ends, background, low, high);
    for (int number = count;; number--, now -= words) {
        int from = number ? (windows[number - 1].first + groups[number - 1].length) / WORD_BITS : base;
        for (int word = from; word <= high; word++)
            solved[word] |= now[word] & ends[word];
        if (!number)
            break;
        const Group *group = groups + number - 1;
        const uint64_t *own = can + (size_t)group->colour * words;
        Window *window = windows + number - 1;
        int is_beside = number < count && group->colour == groups[number].colour;
        int first = window->first / WORD_BITS, last = window->last / WORD_BITS;
        int last_start = (window->last - group->length + 1) / WORD_BITS;
        uint64_t *starts = board->starts + (size_t)(number - 1) * words;
        uint64_t *painted = solved + (size_t)group->colour * words;
        if (is_beside)
            for (int word = low; word <= high; word++) {
                uint64_t above = word < high ? ends[word + 1] & background[word + 1] : 0;
                ends[word] = (ends[word] & background[word]) >> 1 | above << (WORD_BITS - 1);
            }
        memset(cells + first, 0, (size_t)(last - first + 1) * sizeof(uint64_t));
        if (group->is_blot) {
            memcpy(cells + first, starts + first, (size_t)(last_start - first + 1) * sizeof(uint64_t));
            fill_up_words(cells, own, first, last);
            uint64_t *back = cells + words;
            for (int word = first; word <= last; word++) {
                cells[word] &= own[word];
                back[word] = word >= low && word <= high ? ends[word] & cells[word] : 0;
            }
            fill_down_words(back, own, first, last);
            for (int word = first; word <= last; word++) {
                cells[word] &= back[word];
                if (word <= last_start)
                    starts[word] &= cells[word];
            }
        } else {
            for (int word = first; word <= last_start; word++)
                cells[word] = starts[word] &= word_down(ends, low, high, word, group->length - 1);
            smear_words(cells, first, last, group->length);
        }
        for (int word = first; word <= last; word++)
            painted[word] |= cells[word];
        low = number > 1 ? (windows[number - 2].first + groups[number - 2].length - 1) / WORD_BITS : base;
        high = (window->last - group->length + 1) / WORD_BITS;
        for (int word = low; word <= high; word++)
            ends[word] = word_down(starts, first, last_start, word, 1);
        fill_down_words(ends, background, low, high);
        if (board->in_root)
            close_window(window, starts, cells, first, last);
    }
    for (int word = base; word <= (length - 1) / WORD_BITS; word++)
        solved[word] &= background[word];
    keep_beyond(board, &part, can, solved);
    return 1;
}
