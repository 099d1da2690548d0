// Pairs of registers: casp, and ldxp with stxp, are one access to 16 bytes; ldxp whose stxp does not succeed is two, one for each half
// (Arm ARM, B2.2.1). As in Linux (cmpxchg_double, cmpxchg128).
// fencepost: verify --model aarch64
// fencepost: verify --target aarch64 --model sc
// fencepost: verify --model aarch64 -DEXCLUSIVES
// fencepost: verify --model aarch64 -DEXCLUSIVES -DOLDER
// fencepost: verify --target aarch64 --model sc -DEXCLUSIVES
// fencepost: verify --model aarch64 -DTORN
// fencepost: verify --target aarch64 --model sc -DTORN
// fencepost: verify --model aarch64 -DNO_PAIR
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct pair {
  uint64_t low, high;
} __attribute__((aligned(16)));

static struct pair word;

#ifdef EXCLUSIVES
#ifdef OLDER
static bool change(struct pair *p, struct pair *was, struct pair to) {
  unsigned long left, other;
  __asm__ volatile(
      "	prfm	pstl1strm, %2\n"
      "1:	ldxp	%0, %1, %2\n"
      "	eor	%0, %0, %3\n"
      "	eor	%1, %1, %4\n"
      "	orr	%1, %0, %1\n"
      "	cbnz	%1, 2f\n"
      "	stlxp	%w0, %5, %6, %2\n"
      "	cbnz	%w0, 1b\n"
      "	dmb	ish\n"
      "2:"
      : "=&r"(left), "=&r"(other), "+Q"(*p)
      : "r"(was->low), "r"(was->high), "r"(to.low), "r"(to.high)
      : "memory");
  return !other;
}
#else
static bool change(struct pair *p, struct pair *was, struct pair to) {
  struct pair r;
  unsigned tmp;
  __asm__ volatile(
      "1:	ldaxp	%[rl], %[rh], %[v]\n"
      "	cmp	%[rl], %[ol]\n"
      "	ccmp	%[rh], %[oh], 0, eq\n"
      "	b.ne	2f\n"
      "	stlxp	%w[tmp], %[nl], %[nh], %[v]\n"
      "	cbnz	%w[tmp], 1b\n"
      "2:"
      : [v] "+Q"(*p), [rl] "=&r"(r.low), [rh] "=&r"(r.high), [tmp] "=&r"(tmp)
      : [ol] "r"(was->low), [oh] "r"(was->high), [nl] "r"(to.low), [nh] "r"(to.high)
      : "cc", "memory");
  return r.low == was->low && r.high == was->high;
}
#endif
#else
static bool change(struct pair *p, struct pair *was, struct pair to) {
  register unsigned long x0 asm("x0") = was->low;
#ifdef NO_PAIR
  register unsigned long x1 asm("x3") = was->high;
#define HIGH "x3"
#else
  register unsigned long x1 asm("x1") = was->high;
#define HIGH "x1"
#endif
  register unsigned long x4 asm("x4") = to.low;
  register unsigned long x5 asm("x5") = to.high;
  __asm__ volatile("caspal x0, " HIGH ", x4, x5, %[v]"
                   : "+r"(x0), "+r"(x1), [v] "+Q"(*p)
                   : "r"(x4), "r"(x5)
                   : "memory");
  return x0 == was->low && x1 == was->high;
}
#endif

static bool done;
static void *other(void *unused) {
#ifdef TORN
  __asm__ volatile("1: ldxp x2, x3, %0; stxp w4, %1, %1, %0; cbnz w4, 1b" : "+Q"(word) : "r"(7UL) : "x2", "x3", "x4", "memory");
#else
  struct pair was = {0, 0};
  done = change(&word, &was, (struct pair){1, 2});
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#ifdef TORN
  struct pair seen;
  __asm__ volatile("ldxp %0, %1, %2" : "=&r"(seen.low), "=&r"(seen.high) : "Q"(word) : "memory");
  assert(seen.low == seen.high);
#else
  struct pair was = {0, 0};
  const bool mine = change(&word, &was, (struct pair){3, 4});
  pthread_join(thread, 0);
  assert(mine != done);
  assert(mine ? word.low == 3 && word.high == 4 : word.low == 1 && word.high == 2);
#endif
}
