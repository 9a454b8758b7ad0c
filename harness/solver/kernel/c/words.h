/* Machine words as sets of 64 cells: what compilers call by different names.

   Nothing but speed hangs on what a compiler has: `NO_BUILTINS` and `NO_INT128` do without, as the tests do. */

#include <limits.h>
#include <stdint.h>

#define WORD_BITS 64

#if defined(_MSC_VER)
#define INLINE static __inline
#else
#define INLINE static inline
#endif

#if defined(__GNUC__) && !defined(NO_BUILTINS)
INLINE int count_bits(uint64_t word) { return __builtin_popcountll(word); }
INLINE int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
INLINE int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }
#else
INLINE int count_bits(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}
#if defined(_MSC_VER) && defined(_WIN64) && !defined(NO_BUILTINS)
#include <intrin.h>
INLINE int lowest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanForward64(&place, word);
    return (int)place;
}
INLINE int highest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanReverse64(&place, word);
    return (int)place;
}
#else
INLINE int lowest_bit(uint64_t word) { return count_bits(~word & (word - 1)); }
INLINE int highest_bit(uint64_t word)
{
    for (int by = 1; by < WORD_BITS; by *= 2)
        word |= word >> by;
    return count_bits(word) - 1;
}
#endif
#endif

#if defined(__SIZEOF_INT128__) && !defined(NO_INT128)
#define HAS_TWO_WORDS 1
/* the same memory is read word by word, too */
typedef unsigned __int128 two_words __attribute__((may_alias));
#endif

/* One word of a line's cells that exist. */
static uint64_t cells_word(int length, int word)
{
    int left = length - word * WORD_BITS;
    return left <= 0 ? 0 : left >= WORD_BITS ? ~(uint64_t)0 : ((uint64_t)1 << left) - 1;
}
