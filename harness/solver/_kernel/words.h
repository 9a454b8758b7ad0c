/* Machine words as sets of 64 cells: what compilers call by different names. */

#include <limits.h>
#include <stdint.h>

#define WORD_BITS 64

#if defined(_MSC_VER)
#include <intrin.h>
#define INLINE static __inline
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
INLINE int count_bits(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}
#else
#define INLINE static inline
INLINE int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
INLINE int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }
INLINE int count_bits(uint64_t word) { return __builtin_popcountll(word); }
#endif

#if defined(__SIZEOF_INT128__)
#define HAS_TWO_WORDS 1
/* the same memory is read word by word, too */
typedef unsigned __int128 two_words __attribute__((may_alias));
#endif
