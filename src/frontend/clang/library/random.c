/* <stdlib.h>: sequences of random numbers that repeat with their seed (C11 7.22.2), for programs that set one; see string.c for the
   rules. Otherwise, and in programs with threads, each number is chosen by itself (known_rand in the front end); there, a second seed
   might repeat a sequence. */
#include <fencepost_intrinsics.h>
#include <stdlib.h>

#define __FENCEPOST_SEEDS 4
#define __FENCEPOST_NUMBERS 24

/* Beyond so many numbers they are not remembered, and cannot be repeated. */
typedef struct {
  unsigned int seed;
  int length;
  int numbers[__FENCEPOST_NUMBERS];
} __fencepost_sequence;

/* Before any seed is set, it is 1 (7.22.2.2p2). */
typedef struct {
  __fencepost_sequence sequences[__FENCEPOST_SEEDS];
  int count, current, at;
} __fencepost_generator;

static __fencepost_generator __fencepost_of_rand = {{{1, 0, {0}}}, 1, 0, 0};
static __fencepost_generator __fencepost_of_random = {{{1, 0, {0}}}, 1, 0, 0};

static int __fencepost_next(__fencepost_generator* from) {
  __fencepost_sequence* sequence = &from->sequences[from->current];
  int at = from->at++;
  int any = __fencepost_any_int() & RAND_MAX;
  if (at < sequence->length) {
    if (at >= __FENCEPOST_NUMBERS) __fencepost_unsupported("so many random numbers that repeat");
    return sequence->numbers[at];
  }
  ++sequence->length;
  if (at < __FENCEPOST_NUMBERS) sequence->numbers[at] = any;
  return any;
}

static void __fencepost_seed(__fencepost_generator* of, unsigned int seed) {
  int number = 0;
  while (number < of->count && of->sequences[number].seed != seed) ++number;
  if (number == __FENCEPOST_SEEDS) __fencepost_unsupported("so many seeds of random numbers");
  if (number == of->count) {
    of->sequences[number].seed = seed;
    ++of->count;
  }
  of->current = number;
  of->at = 0;
}

int __fencepost_rand(void) { return __fencepost_next(&__fencepost_of_rand); }
void __fencepost_srand(unsigned int seed) { __fencepost_seed(&__fencepost_of_rand, seed); }
long __fencepost_random(void) { return __fencepost_next(&__fencepost_of_random); }
void __fencepost_srandom(unsigned int seed) { __fencepost_seed(&__fencepost_of_random, seed); }

static int __fencepost_seeded;

void __fencepost_seed_once(void) {
  if (__atomic_exchange_n(&__fencepost_seeded, 1, __ATOMIC_RELAXED))
    __fencepost_unsupported("a second seed of random numbers in a program with threads");
}
