/* The kernel as WebAssembly: a page's question, and its answer. ../solving/ does the work; harness/studio/static/kernel.js asks.

   There is no library. Each question has an instance of its own, so no memory is given back. */

#include <stddef.h>

#define NO_INT128 /* it takes a library's functions */
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#define MOST_BYTES (128u << 20)
#define PAGE 65536

static int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *left = one, *right = other;
    for (; size && *left == *right; size--)
        left++, right++;
    return size ? *left - *right : 0;
}

/* All zeros, as is memory that was never used. */
static void *allocate(size_t size)
{
    extern unsigned char __heap_base;
    static size_t taken = 0;
    size_t at = taken ? taken : ((size_t)&__heap_base + 15) & ~(size_t)15, there = __builtin_wasm_memory_size(0) * PAGE;
    if (size > MOST_BYTES - at)
        return NULL;
    taken = (at + size + 15) & ~(size_t)15;
    return taken <= there || __builtin_wasm_memory_grow(0, (taken - there) / PAGE + 1) != (size_t)-1 ? (void *)at : NULL;
}

static void *allocate_zeros(size_t count, size_t size) { return allocate(count * size); }

static void *resize(void *old, size_t size)
{
    char *grown = allocate(size);
    size_t behind = (size_t)(grown - (char *)old); /* the old block, and what stands behind it */
    return grown && old ? memcpy(grown, old, behind < size ? behind : size) : grown;
}

static void release(void *block) { (void)block; }
static void no_memory(void) {}

#include "../solving/solving.inc"

enum { ONE, SEVERAL, NONE, UNDECIDED };
/* As in `fast.py`, which says why; after GUESS looks without two solutions, some are guessed. */
enum { CREDIT = 20000, WORTH = 400, FRUITLESS = 50, GUESS = 5000, ATTEMPTS = 4, REACH = 5, LOOKS_OF_A_CELL = 5000 };

/* Pictures have a colour for each cell, -1 for an unknown one. `differing` has 1 for each cell that is not the same in all
   solutions found, `doubtful` counts further cells that might not be; `other` is the solution nearest to the first. */
static struct {
    int kind, line, found, doubtful, looks, *known, *first, *other, *differing;
} answer = {.line = -1};

static int nearest = INT_MAX; /* cells of `other` that differ from the first one */
static int *spare;            /* a picture more */
static uint64_t *first_state;

static int has_time(void *left) { return (*(int *)left)-- > 0; }

static void draw(Board *board, int *cells)
{
    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++) {
            int colour = colour_of(board, top(board), row, column);
            int is_known = may_have(board, top(board), row, column, colour) && !is_open(board, top(board), row, column);
            *cells++ = is_known ? colour : -1;
        }
}

/* Enter the solution that the top state is. */
static void take(Board *board)
{
    int cells = board->width * board->height, count = 0, *drawn = answer.found ? spare : answer.first;
    draw(board, drawn);
    if (!answer.found)
        memcpy(first_state, top(board), board->state_words * sizeof(uint64_t));
    for (int cell = 0; cell < cells; cell++)
        if (drawn[cell] != answer.first[cell])
            answer.differing[cell] = 1, count++;
    answer.found += !answer.found || count; /* not the same again */
    if (count && count < nearest) {
        nearest = count;
        spare = answer.other;
        answer.other = drawn;
    }
}

/* Begin a walk on a copy of the lowest state. */
static int start(Board *board)
{
    board->depth = board->level_count = board->solution_count = 0;
    board->walk = AT_START;
    return push_state(board, 0);
}

/* Walk on until a second solution is found, or so many lines were looked at in all. */
static int walk_to(Board *board, long long end)
{
    int code = PAUSED;
    while (answer.found < 2 && board->line_calls < end &&
           (code = walk_on(board, end - board->line_calls, FRUITLESS, 0)) == SOLVED)
        take(board);
    return code == SOLVED ? PAUSED : code;
}

/* Guess a solution if there is none yet, and look for another one near it; the walk stays where it is. */
static void guess_near(Board *board)
{
    int depth = board->depth;
    if (push_state(board, 1) && push_state(board, 0)) {
        if (answer.found)
            memcpy(top(board), first_state, board->state_words * sizeof(uint64_t));
        else if (guess(board, ATTEMPTS, 0.02, 1, 0) == SOLVED)
            take(board);
        if (answer.found && vary(board, REACH) == SOLVED)
            take(board);
    }
    board->depth = depth;
}

static int decide(Board *board, long long looks)
{
    long long credit = CREDIT;
    int code = settle(board, top(board));
    draw(board, answer.known);
    answer.line = code < 0 ? -1 : code;
    if (code >= 0)
        return NONE;
    if (code == STABLE && is_picture(board, top(board))) {
        take(board);
        return ONE;
    }
    if (code == STABLE)
        code = sweep(board, &credit, WORTH, looks);
    if (code == CONTRADICTION || code == FAILED || !start(board))
        return code == CONTRADICTION ? NONE : UNDECIDED;
    code = walk_to(board, GUESS < looks ? GUESS : looks);
    if (code == PAUSED && answer.found < 2) {
        guess_near(board);
        code = walk_to(board, looks);
    }
    return answer.found > 1 ? SEVERAL : code != CONTRADICTION ? UNDECIDED : answer.found ? ONE : NONE;
}

/* Look for a solution that gives a cell another colour, near the first one or anywhere. If there is none, the lowest state
   has the cell's own. */
static void compare(Board *board, int row, int column, int is_near)
{
    int colour = answer.first[row * board->width + column], code;
    if (!start(board))
        return;
    if (is_near) {
        memcpy(top(board), first_state, board->state_words * sizeof(uint64_t));
        code = vary_cell(board, REACH, row, column);
    } else {
        rule_out(board, top(board), row, column, colour);
        mark(board, row);
        mark(board, board->height + column);
        code = walk_on(board, LOOKS_OF_A_CELL, FRUITLESS, 0);
    }
    if (code == SOLVED)
        take(board);
    board->depth = 0;
    if (code == CONTRADICTION) {
        put_in(board, top(board), row, column, colour);
        settle(board, top(board));
    }
}

/* Find the cells that differ: first near the first solution, then anywhere. */
static void compare_all(Board *board, long long looks)
{
    long long end = board->line_calls + looks;
    int cells = board->width * board->height;
    board->depth = 0;
    for (int number = 0; number < 2 * cells; number++) {
        int is_near = number < cells, cell = number % cells, row = cell / board->width, column = cell % board->width;
        if (!answer.differing[cell] && is_open(board, top(board), row, column) && board->line_calls < end)
            compare(board, row, column, is_near);
        answer.doubtful += !is_near && !answer.differing[cell] && is_open(board, top(board), row, column);
    }
}

/* Make the board of a question, and room for the answer; `STABLE`, a line whose groups do not fit, or `FAILED`. */
static int read_board(Board *board, const int *asked)
{
    int cells = asked[0] * asked[1];
    size_board(board, asked[0], asked[1], asked[2]);
    board->most_groups = asked[4];
    answer.known = allocate(5 * cells * sizeof(int));
    first_state = allocate(board->state_words * sizeof(uint64_t));
    if (!answer.known || !first_state || !make_room(board, asked[3]))
        return FAILED;
    memset(answer.known, -1, cells * sizeof(int));
    answer.first = answer.known + cells;
    answer.other = answer.first + cells;
    answer.differing = answer.other + cells;
    spare = answer.differing + cells;
    asked += 5;
    for (int line = 0; line < board->lines; line++) {
        int count = *asked++;
        Group *group = board->groups + board->first_group[line], *end = group + count;
        for (; group < end; asked += 2)
            *group++ = (Group){.length = asked[0], .colour = asked[1]};
        if (!take_clue(board, line, count))
            return line;
    }
    open_board(board);
    return STABLE;
}

/* Memory for a question: width, height, colours with the background, groups in all and most of a line; and for each line
   how many groups it has, and their lengths and colours. */
__attribute__((export_name("room"))) int *room(int numbers) { return allocate(numbers * sizeof(int)); }

/* Judge a puzzle, and look at so many lines at most, and at as many again for the cells that differ; guessing and finding
   something near may take as much time once more. */
__attribute__((export_name("judge"))) void *judge(const int *asked, int looks)
{
    static Board board;
    int turns, line = read_board(&board, asked);
    board.may_continue = has_time;
    board.asked = &turns;
    turns = 2 * most_words(&board) * (looks / PATIENCE + 1);
    answer.line = line < 0 ? -1 : line;
    answer.kind = line == STABLE ? decide(&board, looks) : line == FAILED ? UNDECIDED : NONE;
    turns = 2 * most_words(&board) * (looks / PATIENCE + 1);
    if (answer.kind == SEVERAL)
        compare_all(&board, looks);
    answer.looks = (int)board.line_calls;
    return &answer;
}
