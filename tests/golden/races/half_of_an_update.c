// A plain access to one half of what an update changes at once. All of the update is one step of the run that is told.
// fencepost: verify
// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DHALF=1
// fencepost: verify --model rc11 -DREAD
// fencepost: verify --model rc11 -DHALF=1 -DREAD
// fencepost: verify --model rc11 -DEXPECTED=1
// fencepost: verify --model rc11 -DASSEMBLY
// fencepost: verify --model rc11 -DJOINED
#include <pthread.h>
#include <stdint.h>
#ifndef HALF
#define HALF 0
#endif
#ifndef EXPECTED
#define EXPECTED 0
#endif
static union {
  unsigned __int128 whole;
  uint64_t half[2];
} u;
static void* updates(void* unused) {
#ifdef ASSEMBLY
  uint64_t low = EXPECTED, high = 0;
  __asm__ volatile("lock; cmpxchg16b %0" : "+m"(u.whole), "+a"(low), "+d"(high) : "b"(1ul), "c"(1ul) : "memory", "cc");
#else
  unsigned __int128 expected = EXPECTED;
  __atomic_compare_exchange_n(&u.whole, &expected, ((unsigned __int128)1 << 64) + 1, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, updates, 0);
#ifdef JOINED
  pthread_join(thread, 0);
#endif
#ifdef READ
  uint64_t seen = u.half[HALF];
  (void)seen;
#else
  u.half[HALF] = 5;
#endif
#ifndef JOINED
  pthread_join(thread, 0);
#endif
}
