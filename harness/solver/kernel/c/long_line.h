/* The analysis of a line of any length: what short_line.h does, on spans, and only where the line has changed.

   Of every line the board keeps what its last analysis in the lowest state has left: its cells (`seen`), and for each
   group the starts that occur in an arrangement. They are exact for those cells. So when some cells have lost a colour
   since (they are *touched*), a group's starts can only change if a touched cell lies where the group or the gap before
   it may be, or if the starts of the group before it have changed; and the same from the right. All other groups are
   passed over, and only the cells around those that were not are painted anew. States above the lowest one are looked
   at as changes of it.

   *Gap* j is what lies before group j, and the last one what lies behind all groups. *Ends* are the cells behind a
   group's last one, where the gap begins. */

/* A line under analysis. */
typedef struct {
    Board *board;
    int words, length, count;
    const Group *groups;
    const Window *windows;
    const uint64_t *can;     /* the cells now; the background first */
    uint64_t *touched;       /* those that have lost a colour */
    Spans *starts;           /* of the groups that are new */
    unsigned char *is_new;   /* of each group: whether its starts are no longer those that were kept */
    unsigned char *is_stale; /* of each gap: whether the cells in it may be others now */
    int *new_groups, new_count; /* those that are new from the left */
    Span *free;              /* where the next list of spans goes */
} LongLine;

static int first_end(const LongLine *view, int group)
{
    return group < 0 ? 0 : view->windows[group].first + view->groups[group].length;
}

static int last_start(const LongLine *view, int group)
{
    return group == view->count ? view->length : view->windows[group].last;
}

static int last_cell(const LongLine *view, int group)
{
    return view->groups[group].is_blot ? last_start(view, group + 1) - 1
                                       : view->windows[group].last + view->groups[group].length - 1;
}

static const uint64_t *own_cells(const LongLine *view, int group)
{
    return view->can + (size_t)view->groups[group].colour * view->words;
}

/* Whether a gap has one cell at least, as its groups are of one colour. */
static int is_parting(const LongLine *view, int gap)
{
    return gap && gap < view->count && view->groups[gap].colour == view->groups[gap - 1].colour;
}

/* The starts of a group as far as they are known. */
static Spans starts_of(const LongLine *view, int group)
{
    const Window *window = view->windows + group;
    Spans kept = {view->board->kept + window->place, window->count};
    return view->is_new[group] ? view->starts[group] : kept;
}

/* Find the cells that have lost a colour; returns whether there are any. Of a line whose starts could not all be kept,
   all cells count as touched. */
static int find_touched(LongLine *view, const uint64_t *seen, int is_kept)
{
    uint64_t any = 0;
    for (int word = 0; word < view->words; word++) {
        uint64_t gone = is_kept ? 0 : cells_word(view->length, word);
        for (int colour = 0; colour < view->board->colours; colour++)
            gone |= seen[colour * view->words + word] & ~view->can[colour * view->words + word];
        view->touched[word] = gone;
        any |= gone;
    }
    return any != 0;
}

/* Where each group of a line lies at the earliest and at the latest, if nothing is known; its starts, one span, are
   kept at its own number. */
static void open_windows(Board *board, int line)
{
    int first = board->first_group[line], behind = board->first_group[line + 1], place = 0;
    const Group *groups = board->groups;
    for (int group = first; group < behind; group++) {
        Window *window = board->windows + group;
        place += group > first && groups[group].colour == groups[group - 1].colour;
        window->first = (unsigned short)place;
        window->place = group;
        window->count = window->room = 1;
        place += groups[group].length;
    }
    int slack = board->length[line] - place;
    for (int group = first; group < behind; group++) {
        Window *window = board->windows + group;
        window->last = (unsigned short)(window->first + slack);
        board->kept[group].first = window->first;
        board->kept[group].last = window->last;
    }
}

/* What the analysis of an empty line leaves: a group covers what it covers farthest left and farthest right. */
static void see_empty_line(Board *board, int line)
{
    uint64_t *seen = sets_of(board, board->seen, line);
    int words = board->words;
    for (int group = board->first_group[line]; group < board->first_group[line + 1]; group++) {
        const Window *window = board->windows + group;
        int length = board->groups[group].length;
        add_cells(seen + (size_t)board->groups[group].colour * words, window->first, window->last + length - 1);
        add_cells(seen, window->last, window->first + length - 1);
    }
    for (int word = 0; word < words; word++)
        seen[word] = cells_word(board->length[line], word) & ~seen[word];
}

/* Take the spans added behind `free` as a list of their own. */
static void close_list(LongLine *view, const Spans *list) { view->free = list->spans + list->count; }

/* Where a group may end: a blot goes on over cells of its colour. */
static Spans find_ends(LongLine *view, int group)
{
    Spans ends = {view->free, 0};
    if (group < 0)
        add_span(&ends, 0, 0);
    else {
        Spans starts = starts_of(view, group);
        int length = view->groups[group].length, is_blot = view->groups[group].is_blot;
        for (int at = 0; at < starts.count; at++) {
            int last = starts.spans[at].last;
            add_span(&ends, starts.spans[at].first + length,
                     is_blot ? first_without(own_cells(view, group), last, view->length) : last + length);
        }
    }
    close_list(view, &ends);
    return ends;
}

/* Where the group behind a gap may start, as far as those before it tell. */
static Spans find_reach(LongLine *view, int gap)
{
    const uint64_t *background = view->can;
    Spans ends = find_ends(view, gap - 1), reach = {view->free, 0};
    int most = last_start(view, gap);
    for (int at = 0; at < ends.count && ends.spans[at].first <= most; at++) {
        int from = ends.spans[at].first, to = ends.spans[at].last;
        if (!is_parting(view, gap)) {
            add_span(&reach, from, first_without(background, to, most));
            continue;
        }
        to = to < most ? to : most - 1;
        while ((from = first_within(background, from, to + 1)) <= to) {
            int behind = first_without(background, from, most);
            add_span(&reach, from + 1, behind);
            from = behind + 1;
        }
    }
    close_list(view, &reach);
    return reach;
}

/* Where the group before a gap may end, as far as those behind it tell. */
static Spans find_allowed_ends(LongLine *view, int gap)
{
    const uint64_t *background = view->can;
    Span line_end = {(unsigned short)view->length, (unsigned short)view->length};
    Spans starts = {&line_end, 1}, allowed = {view->free, 0};
    if (gap < view->count)
        starts = starts_of(view, gap);
    for (int at = 0; at < starts.count; at++) {
        int first = starts.spans[at].first, last = starts.spans[at].last;
        if (!is_parting(view, gap)) {
            add_span(&allowed, last_without(background, first - 1) + 1, last);
            continue;
        }
        int from = last_without(background, first - 1) + 1;
        while (from < last) {
            int behind = first_without(background, from, last);
            add_span(&allowed, from, behind - 1);
            from = first_within(background, behind, last);
        }
    }
    close_list(view, &allowed);
    return allowed;
}

/* Give a group the starts of a list if they are others than it has, and forget all lists made from `free` on; returns 0
   if there are none. */
static int renew(LongLine *view, int group, Span *free, Spans found)
{
    view->free = free;
    Spans before = starts_of(view, group);
    int is_same = before.count == found.count;
    for (int at = 0; is_same && at < found.count; at++)
        is_same = before.spans[at].first == found.spans[at].first && before.spans[at].last == found.spans[at].last;
    if (!is_same) {
        memmove(free, found.spans, (size_t)found.count * sizeof(Span));
        found.spans = free;
        close_list(view, &found);
        view->is_new[group] = 1;
        view->starts[group] = found;
    }
    return found.count;
}

/* Add a group's starts first…last, without those from which it would cover a touched cell of another colour. */
static void add_sound_starts(const LongLine *view, int group, Spans *found, int first, int last)
{
    const uint64_t *own = own_cells(view, group);
    int length = view->groups[group].length, cell = first, end = last + length;
    while ((cell = first_within(view->touched, cell, end)) < end) {
        if (!(own[cell / WORD_BITS] >> cell % WORD_BITS & 1)) {
            add_span(found, first, cell - length);
            first = cell + 1;
        }
        cell++;
    }
    add_span(found, first, last);
}

/* Leave a group the starts that the gap before it allows, and the cells of its own colour; returns 0 if none is left. */
static int narrow_from_left(LongLine *view, int group)
{
    Span *free = view->free;
    Spans starts = starts_of(view, group), reach = find_reach(view, group), found = {view->free, 0};
    int at = 0;
    for (int number = 0; number < starts.count; number++) {
        int first = starts.spans[number].first, last = starts.spans[number].last;
        while (at < reach.count && reach.spans[at].last < first)
            at++;
        for (int next = at; next < reach.count && reach.spans[next].first <= last; next++)
            add_sound_starts(view, group, &found, first > reach.spans[next].first ? first : reach.spans[next].first,
                             last < reach.spans[next].last ? last : reach.spans[next].last);
    }
    return renew(view, group, free, found);
}

/* The last allowed end that a blot comes to from a start; -1 if there is none. */
static int last_end_of_blot(const LongLine *view, int group, int start, Spans allowed)
{
    int most = first_without(own_cells(view, group), start, view->length), found = -1;
    for (int at = 0; at < allowed.count && allowed.spans[at].first <= most; at++)
        found = allowed.spans[at].last < most ? allowed.spans[at].last : most;
    return found;
}

/* Leave a group the starts that the gap behind it allows; there is always one, if there was one from the left. */
static void narrow_from_right(LongLine *view, int group)
{
    Span *free = view->free;
    Spans starts = starts_of(view, group), allowed = find_allowed_ends(view, group + 1), found = {view->free, 0};
    int at = 0, length = view->groups[group].length;
    for (int number = 0; number < starts.count; number++) {
        int first = starts.spans[number].first, last = starts.spans[number].last;
        if (view->groups[group].is_blot) {
            int end = last_end_of_blot(view, group, last, allowed);
            add_span(&found, first, last < end ? last : end - 1);
            continue;
        }
        while (at < allowed.count && allowed.spans[at].last < first + length)
            at++;
        for (int next = at; next < allowed.count && allowed.spans[next].first <= last + length; next++) {
            int from = allowed.spans[next].first - length, to = allowed.spans[next].last - length;
            add_span(&found, first > from ? first : from, last < to ? last : to);
        }
    }
    renew(view, group, free, found);
}

/* The first group from `group` on that may cover a cell or one behind it; the count of groups if there is none. */
static int group_up_to(const LongLine *view, int group, int cell)
{
    int behind = view->count;
    while (group < behind) {
        int middle = (group + behind) / 2;
        if (last_cell(view, middle) >= cell)
            behind = middle;
        else
            group = middle + 1;
    }
    return group;
}

/* The last group before `group` that may end at a cell or before it; -1 if there is none. */
static int group_ending_at(const LongLine *view, int group, int cell)
{
    int before = -1;
    group--;
    while (before < group) {
        int middle = (before + group + 1) / 2;
        if (first_end(view, middle) <= cell)
            before = middle;
        else
            group = middle - 1;
    }
    return before;
}

/* From the left: narrow the groups that what changed may concern. Returns 0 if nothing fits. */
static int settle_from_left(LongLine *view)
{
    for (int gap = 0;; gap++) {
        if (!gap || !view->is_new[gap - 1]) {
            int cell = first_within(view->touched, first_end(view, gap - 1), view->length);
            if (cell == view->length)
                return 1;
            gap = group_up_to(view, gap, cell);
        }
        view->is_stale[gap] = 1;
        if (gap == view->count) {
            Span *free = view->free;
            Spans reach = find_reach(view, gap);
            view->free = free;
            return reach.count && reach.spans[reach.count - 1].last == view->length;
        }
        if (!narrow_from_left(view, gap))
            return 0;
        if (view->is_new[gap])
            view->new_groups[view->new_count++] = gap;
    }
}

/* The same from the right, where nothing can fail any more. */
static void settle_from_right(LongLine *view)
{
    int group = view->count - 1, waiting = view->new_count;
    while (group >= 0) {
        int behind = last_start(view, group + 1), cell = view->length;
        if (!view->is_new[group + 1])
            cell = last_within(view->touched, behind < view->length ? behind : view->length - 1);
        if (cell >= first_end(view, group)) {
            narrow_from_right(view, group);
            view->is_stale[group + 1] = 1;
            view->is_stale[group] |= view->is_new[group];
            group--;
            continue;
        }
        while (waiting && view->new_groups[waiting - 1] > group)
            waiting--;
        int next = group_ending_at(view, group, cell), before_new = waiting ? view->new_groups[waiting - 1] - 1 : -1;
        group = next > before_new ? next : before_new;
    }
}

/* Cells of a line that are painted anew: first…last. */
typedef struct {
    int first, last;
} Part;

static void paint(Part part, uint64_t *set, int first, int last)
{
    add_cells(set, first > part.first ? first : part.first, last < part.last ? last : part.last);
}

/* Paint the cells of a gap that can be background: from the first end in a stretch of such cells to the last start. */
static void paint_gap(LongLine *view, Part part, int gap, uint64_t *painted)
{
    const uint64_t *background = view->can;
    Span *free = view->free, line_end = {(unsigned short)view->length, (unsigned short)view->length};
    Spans ends = find_ends(view, gap - 1), starts = {&line_end, 1};
    int most = last_start(view, gap), behind = 0, number = 0;
    if (gap < view->count)
        starts = starts_of(view, gap);
    for (int at = 0; at < ends.count; at++) {
        int from = ends.spans[at].first > behind ? ends.spans[at].first : behind, to = ends.spans[at].last;
        to = to < most ? to : most - 1;
        while ((from = first_within(background, from, to + 1)) <= to) {
            behind = first_without(background, from, most);
            while (number < starts.count && starts.spans[number].last < behind)
                number++;
            int last = number < starts.count && starts.spans[number].first <= behind ? behind
                       : number                                                      ? starts.spans[number - 1].last
                                                                                     : 0;
            paint(part, painted, from, last - 1);
            from = ++behind;
        }
    }
    view->free = free;
}

/* Paint the cells that a group can cover. */
static void paint_group(LongLine *view, Part part, int group, uint64_t *painted)
{
    Span *free = view->free;
    Spans starts = starts_of(view, group), allowed = {NULL, 0};
    if (view->groups[group].is_blot)
        allowed = find_allowed_ends(view, group + 1);
    for (int at = 0; at < starts.count; at++) {
        int first = starts.spans[at].first, last = starts.spans[at].last, end = last + view->groups[group].length;
        if (view->groups[group].is_blot)
            end = last_end_of_blot(view, group, last, allowed);
        paint(part, painted, first, end - 1);
    }
    view->free = free;
}

/* Find anew what the cells of a part may be, in which the gaps low…high lie, and others in whole or in part. */
static void paint_part(LongLine *view, Part part, int low, int high, uint64_t *solved)
{
    int group = low;
    for (int word = part.first / WORD_BITS; word <= part.last / WORD_BITS; word++)
        for (int colour = 0; colour < view->board->colours; colour++)
            solved[colour * view->words + word] &= ~between(part.first, part.last, word);
    while (low && last_start(view, low - 1) > part.first)
        low--;
    while (high < view->count && first_end(view, high) <= part.last)
        high++;
    while (low <= high)
        paint_gap(view, part, low++, solved);
    while (group && last_cell(view, group - 1) >= part.first)
        group--;
    for (; group < view->count && view->windows[group].first <= part.last; group++)
        paint_group(view, part, group, solved + (size_t)view->groups[group].colour * view->words);
}

/* Find anew what the cells in stale gaps may be. */
static void paint_stale(LongLine *view, uint64_t *solved)
{
    for (int low = 0; low <= view->count; low++)
        if (view->is_stale[low]) {
            int high = low;
            while (high < view->count && view->is_stale[high + 1])
                high++;
            int last = last_start(view, high);
            Part part = {first_end(view, low - 1), last < view->length ? last : view->length - 1};
            if (part.first <= part.last)
                paint_part(view, part, low, high, solved);
            low = high;
        }
}

/* Make room for a list of spans among those that are kept; returns 0 if there is no memory for it. */
static int make_room_for_spans(Board *board, Window *window, int count)
{
    size_t room = 2 * (size_t)count;
    if (count <= window->room)
        return 1;
    if (room > MOST_KEPT - board->kept_count)
        return 0;
    if (board->kept_count + room > board->kept_room) {
        size_t wanted = 2 * board->kept_room + room;
        Span *grown = PyMem_Realloc(board->kept, wanted * sizeof(Span));
        if (!grown)
            return 0;
        board->kept = grown;
        board->kept_room = wanted;
    }
    window->place = (int)board->kept_count;
    window->room = (unsigned short)room;
    board->kept_count += room;
    return 1;
}

/* Keep what an analysis has found. Starts for which there is no memory are kept as one span. */
static void keep(LongLine *view, int line, const uint64_t *solved)
{
    Board *board = view->board;
    Window *windows = board->windows + board->first_group[line];
    int is_kept = 1;
    memcpy(sets_of(board, board->seen, line), solved, board->line_words * sizeof(uint64_t));
    for (int group = 0; group < view->count; group++) {
        if (!view->is_new[group])
            continue;
        Spans starts = view->starts[group];
        Window *window = windows + group;
        window->first = starts.spans[0].first;
        window->last = starts.spans[starts.count - 1].last;
        if (make_room_for_spans(board, window, starts.count)) {
            memcpy(board->kept + window->place, starts.spans, (size_t)starts.count * sizeof(Span));
            window->count = (unsigned short)starts.count;
        } else {
            Span *whole = board->kept + window->place;
            whole->first = window->first;
            whole->last = window->last;
            window->count = 1;
            is_kept = 0;
        }
    }
    board->is_kept[line] = (unsigned char)is_kept;
}

static void view_line(LongLine *view, Board *board, int line, const uint64_t *can)
{
    int first = board->first_group[line], count = board->first_group[line + 1] - first;
    view->board = board;
    view->words = board->words;
    view->length = board->length[line];
    view->count = count;
    view->groups = board->groups + first;
    view->windows = board->windows + first;
    view->can = can;
    view->touched = board->touched;
    view->starts = board->new_starts;
    view->is_new = board->flags;
    view->is_stale = board->flags + count + 1;
    view->new_groups = board->new_groups;
    view->new_count = 0;
    view->free = board->spans;
}

/* As in short_line.h; only the starts of groups that were looked at are in the board. */
static int analyse_long(Board *board, int line, const uint64_t *can, uint64_t *solved)
{
    const uint64_t *seen = sets_of(board, board->seen, line);
    LongLine view;
    view_line(&view, board, line, can);
    memset(board->flags, 0, 2 * ((size_t)view.count + 1));
    for (size_t word = 0; word < board->line_words; word++)
        solved[word] = seen[word] & can[word];
    if (!find_touched(&view, seen, board->is_kept[line]))
        return 1;
    if (!settle_from_left(&view))
        return 0;
    settle_from_right(&view);
    paint_stale(&view, solved);
    if (board->in_root)
        keep(&view, line, solved);
    return 1;
}

/* Write the starts of all groups of the line that was just analysed as sets, each from a row of words that is empty. */
static void write_starts(Board *board, int line, const uint64_t *can)
{
    LongLine view;
    view_line(&view, board, line, can);
    for (int group = 0; group < view.count; group++) {
        Spans starts = starts_of(&view, group);
        for (int at = 0; at < starts.count; at++)
            add_cells(board->starts + (size_t)group * board->words, starts.spans[at].first, starts.spans[at].last);
    }
}
