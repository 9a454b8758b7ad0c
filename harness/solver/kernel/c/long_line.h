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

/* Earliest and latest place of each group of the line, if nothing is known. */
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
static void keep_beyond(const Board *board, int line, const Part *part, const uint64_t *can, uint64_t *solved)
{
    int words = board->words, used = used_words(board, line), first = part->base / WORD_BITS, last = (part->end - 1) / WORD_BITS;
    for (int colour = 0; colour < board->colours; colour++, can += words, solved += words) {
        memcpy(solved, can, (size_t)first * sizeof(uint64_t));
        memcpy(solved + last + 1, can + last + 1, (size_t)(used - last - 1) * sizeof(uint64_t));
        uint64_t below = cells_word(part->base, first), inside = cells_word(part->end, last);
        solved[first] = (solved[first] & ~below) | (can[first] & below);
        solved[last] = (solved[last] & inside) | (can[last] & ~inside);
    }
}

/* 1 if a line's cells may still have any colour. */
static int is_untouched(const Board *board, const uint64_t *can, int line)
{
    for (int word = 0; word < used_words(board, line); word++) {
        uint64_t cells = cells_word(board->length[line], word);
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

static inline void clear_words(uint64_t *set, int first, int last)
{
    memset(set + first, 0, (size_t)(last - first + 1) * sizeof(uint64_t));
}

/* The analysis of a line of which nothing is known: each group may be anywhere in its window, as `open_windows` has
   left it, and so a cell is coloured for certain if it is one that its group covers at both ends of the window. */
static void analyse_untouched(Board *board, int line, uint64_t *solved)
{
    size_t words = (size_t)board->words;
    for (int colour = 0; colour < board->colours; colour++)
        clear_words(solved + colour * words, 0, used_words(board, line) - 1);
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

/* A line under analysis, or the part of it that holds its changed cells: `count` groups in the cells up to `length`,
   from the word `base` on. */
typedef struct {
    Board *board;
    const uint64_t *can;
    uint64_t *solved;
    const Group *groups;
    Window *windows;
    int words, base, length, count;
} LongLine;

/* The words first…last of a set; the others are of no account. */
typedef struct {
    int first, last;
} Words;

static inline const uint64_t *own_cells(const LongLine *line, int number)
{
    return line->can + (size_t)line->groups[number].colour * line->words;
}

static inline uint64_t *starts_of(const LongLine *line, int number)
{
    return line->board->starts + (size_t)number * line->words;
}

/* The words in which a group lies; it starts in first…last_start. */
typedef struct {
    int first, last_start, last;
} Span;

static inline Span span_of(const LongLine *line, int number)
{
    const Window *window = line->windows + number;
    int last_start = window->last - line->groups[number].length + 1;
    return (Span){window->first / WORD_BITS, last_start / WORD_BITS, window->last / WORD_BITS};
}

/* The words of the boundaries that the first `number` groups can reach. */
static inline Words reach_words(const LongLine *line, int number)
{
    const Window *windows = line->windows + number;
    const Group *groups = line->groups + number;
    return (Words){
        number ? (windows[-1].first + groups[-1].length) / WORD_BITS : line->base,
        (number < line->count ? windows->last - groups->length + 1 : line->length) / WORD_BITS,
    };
}

/* The words of the cells behind which the line can be filled with the groups from `number` on. */
static inline Words end_words(const LongLine *line, int number)
{
    const Window *windows = line->windows + number;
    const Group *groups = line->groups + number;
    return (Words){
        number ? (windows[-1].first + groups[-1].length - 1) / WORD_BITS : line->base,
        (number < line->count ? windows->last - groups->length + 1 : line->length - 1) / WORD_BITS,
    };
}

static inline void copy_words(uint64_t *to, const uint64_t *from, int first, int last)
{
    memcpy(to + first, from + first, (size_t)(last - first + 1) * sizeof(uint64_t));
}

/* The starts of a group that the boundaries `now` in front of it and its own cells allow; 0 if there is none. */
static inline int find_starts(const LongLine *line, int number, Span in, const uint64_t *now, int low)
{
    const Group *group = line->groups + number;
    const uint64_t *background = line->can;
    uint64_t *runs = line->board->scratch, *starts = starts_of(line, number), any = 0;
    int is_beside = number && group->colour == group[-1].colour;
    copy_words(runs, own_cells(line, number), in.first, in.last);
    runs_words(runs, in.first, in.last, group->length);
    for (int word = in.first; word <= in.last_start; word++) {
        uint64_t free = now[word];
        if (is_beside) {
            free = (free & background[word]) << 1;
            if (word > low)
                free |= (now[word - 1] & background[word - 1]) >> (WORD_BITS - 1);
        }
        any |= starts[word] = free & runs[word];
    }
    return any != 0;
}

/* The boundaries that the groups up to this one can reach, background behind them included. */
static inline void reach_behind(const LongLine *line, int number, Span in, uint64_t *now, Words reached)
{
    const uint64_t *ends = starts_of(line, number);
    if (line->groups[number].is_blot) {
        const uint64_t *own = own_cells(line, number);
        uint64_t *scratch = line->board->scratch;
        copy_words(scratch, ends, in.first, in.last_start);
        fill_up_words(scratch, own, in.first, in.last_start);
        for (int word = in.first; word <= in.last_start; word++)
            scratch[word] &= own[word];
        ends = scratch;
    }
    for (int word = reached.first; word <= reached.last; word++)
        now[word] = word_up(ends, in.first, in.last_start, word, line->groups[number].length);
    fill_up_words(now, line->can, reached.first, reached.last);
}

/* All groups from the left: their starts, and a set of boundaries after each. The last set; NULL if one has no start,
   or the line cannot be filled. */
static inline uint64_t *place_from_left(const LongLine *line, int first_cell)
{
    uint64_t *now = line->board->reach;
    Words reached = reach_words(line, 0);
    clear_words(now, reached.first, reached.last);
    now[reached.first] = (uint64_t)1 << first_cell % WORD_BITS;
    fill_up_words(now, line->can, reached.first, reached.last);
    for (int number = 0; number < line->count; number++) {
        Span in = span_of(line, number);
        if (!find_starts(line, number, in, now, reached.first))
            return NULL;
        now += line->words;
        reached = reach_words(line, number + 1);
        reach_behind(line, number, in, now, reached);
    }
    return now[line->length / WORD_BITS] >> line->length % WORD_BITS & 1 ? now : NULL;
}

/* One background cell behind a group, before the next one of the same colour. */
static inline void leave_gap(const LongLine *line, uint64_t *ends, Words in)
{
    const uint64_t *background = line->can;
    for (int word = in.first; word <= in.last; word++) {
        uint64_t above = word < in.last ? ends[word + 1] & background[word + 1] : 0;
        ends[word] = (ends[word] & background[word]) >> 1 | above << (WORD_BITS - 1);
    }
}

/* The cells that a group of that length can cover if it ends at one of `ends`; its starts are cut down to those that go with them. */
static inline void cover(int length, Span in, const uint64_t *ends, Words end_in, uint64_t *starts, uint64_t *cells)
{
    clear_words(cells, in.first, in.last);
    for (int word = in.first; word <= in.last_start; word++)
        cells[word] = starts[word] &= word_down(ends, end_in.first, end_in.last, word, length - 1);
    smear_words(cells, in.first, in.last, length);
}

/* The same of a blotted group, which may cover as many of its `own` cells as it can; `back` is for use here. */
static inline void cover_blot(const uint64_t *own, Span in, const uint64_t *ends, Words end_in, uint64_t *starts,
                              uint64_t *cells, uint64_t *back)
{
    clear_words(cells, in.first, in.last);
    copy_words(cells, starts, in.first, in.last_start);
    fill_up_words(cells, own, in.first, in.last);
    for (int word = in.first; word <= in.last; word++) {
        cells[word] &= own[word];
        back[word] = word >= end_in.first && word <= end_in.last ? ends[word] & cells[word] : 0;
    }
    fill_down_words(back, own, in.first, in.last);
    for (int word = in.first; word <= in.last; word++) {
        cells[word] &= back[word];
        if (word <= in.last_start)
            starts[word] &= cells[word];
    }
}

/* All groups from the right: their cells and the background's, from the boundaries `now` that the left has given. */
static inline void settle_from_right(const LongLine *line, const uint64_t *now)
{
    const uint64_t *background = line->can;
    uint64_t *solved = line->solved, *ends = line->board->scratch, *cells = ends + line->words;
    Words end_in = end_words(line, line->count);
    clear_words(ends, end_in.first, end_in.last);
    ends[end_in.last] = (uint64_t)1 << (line->length - 1) % WORD_BITS;
    fill_down_words(ends, background, end_in.first, end_in.last);
    for (int number = line->count - 1;; number--, now -= line->words) {
        for (int word = reach_words(line, number + 1).first; word <= end_in.last; word++)
            solved[word] |= now[word] & ends[word];
        if (number < 0)
            return;
        const Group *group = line->groups + number;
        uint64_t *starts = starts_of(line, number), *painted = solved + (size_t)group->colour * line->words;
        Span in = span_of(line, number);
        if (number + 1 < line->count && group->colour == group[1].colour)
            leave_gap(line, ends, end_in);
        if (group->is_blot)
            cover_blot(own_cells(line, number), in, ends, end_in, starts, cells, cells + line->words);
        else
            cover(group->length, in, ends, end_in, starts, cells);
        for (int word = in.first; word <= in.last; word++)
            painted[word] |= cells[word];
        end_in = end_words(line, number);
        for (int word = end_in.first; word <= end_in.last; word++)
            ends[word] = word_down(starts, in.first, in.last_start, word, 1);
        fill_down_words(ends, background, end_in.first, end_in.last);
        if (line->board->in_root)
            close_window(line->windows + number, starts, cells, in.first, in.last);
    }
}

/* The last, or the first, of the cells first…last that does not belong to a set; -1 if all do. */
static inline int last_wall(const uint64_t *own, int first, int last)
{
    for (int word = last / WORD_BITS; word >= first / WORD_BITS; word--) {
        uint64_t walls = ~own[word] & cells_word(last + 1, word) & ~cells_word(first, word);
        if (walls)
            return word * WORD_BITS + highest_bit(walls);
    }
    return -1;
}

static inline int first_wall(const uint64_t *own, int first, int last)
{
    for (int word = first / WORD_BITS; word <= last / WORD_BITS; word++) {
        uint64_t walls = ~own[word] & cells_word(last + 1, word) & ~cells_word(first, word);
        if (walls)
            return word * WORD_BITS + lowest_bit(walls);
    }
    return -1;
}

/* Push the groups of a part together from both sides, past the cells that cannot be theirs: their windows get narrow
   where much is known, and the passes that follow short. 0 if one has no place. */
static int narrow_windows(const LongLine *line, int first_cell)
{
    int place = first_cell;
    for (int number = 0; number < line->count; number++) {
        const Group *group = line->groups + number;
        Window *window = line->windows + number;
        place += number && group->colour == group[-1].colour;
        place = place > window->first ? place : window->first;
        for (int wall; place + group->length <= line->length; place = wall + 1)
            if ((wall = last_wall(own_cells(line, number), place, place + group->length - 1)) < 0)
                break;
        window->first = place;
        place += group->length;
    }
    if (place > line->length)
        return 0;
    place = line->length - 1;
    for (int number = line->count - 1; number >= 0; number--) {
        const Group *group = line->groups + number;
        Window *window = line->windows + number;
        place -= number + 1 < line->count && group->colour == group[1].colour;
        place = place < window->last ? place : window->last;
        for (int wall; place - group->length + 1 >= first_cell; place = wall - 1)
            if ((wall = first_wall(own_cells(line, number), place - group->length + 1, place)) < 0)
                break;
        window->last = place;
        if (place - group->length + 1 < window->first)
            return 0;
        place -= group->length;
    }
    return 1;
}

/* As in short_line.h. */
static int analyse_long(Board *board, int number, const uint64_t *can, uint64_t *solved)
{
    if (board->in_root && is_untouched(board, can, number)) {
        analyse_untouched(board, number, solved);
        return 1;
    }
    Part part = touched_part(board, number);
    int first = board->first_group[number] + part.first;
    LongLine line = {
        board, can, solved, board->groups + first, board->windows + first,
        board->words, part.base / WORD_BITS, part.end, part.behind - part.first,
    };
    if (board->in_root && !narrow_windows(&line, part.base))
        return 0;
    const uint64_t *reached = place_from_left(&line, part.base);
    if (!reached)
        return 0;
    int last = (line.length - 1) / WORD_BITS;
    for (int colour = 0; colour < board->colours; colour++)
        clear_words(solved + (size_t)colour * line.words, line.base, last);
    settle_from_right(&line, reached);
    for (int word = line.base; word <= last; word++)
        solved[word] &= can[word];
    keep_beyond(board, number, &part, can, solved);
    return 1;
}
