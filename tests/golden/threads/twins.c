// Threads that run the same function can be taken in the order in which they begin, and keep it as long as what they do does not
// depend on what they have read. Where it does, or where somebody can tell them apart, they cannot.
// fencepost: verify --model sc
// statistic: bounded.symmetric-threads > 0
// fencepost: verify --model sc -DSWAP
// fencepost: verify --model sc -DBEFORE
// fencepost: verify --model sc -DARGUMENT
// statistic: bounded.symmetric-threads = 0
// fencepost: verify --model sc -DWAIT_FOR_FIRST
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int tickets, started, written, seen, where[4];
#ifdef ARGUMENT
#define NAME(i) (void*)(long)(i)
#else
#define NAME(i) (void*)0
#endif
void* run(void* arg) {
#ifdef ARGUMENT
  int old = started++;
  if (old == 0) seen = (int)(long)arg;  // any of them may be the first
#elif defined(SWAP)
  int mine = tickets++;
  written = mine;  // the second may write before the first
#else
  tickets++;
  started++;
  int before = started;
  assert(before <= tickets);
  started--;
#endif
  return 0;
}
int main(void) {
  pthread_t first, next;
  pthread_create(&first, 0, run, NAME(1));
#ifdef BEFORE
  int early = tickets;
#endif
  for (int i = 2; i <= 5; ++i) pthread_create(&next, 0, run, NAME(i));
#ifdef SWAP
  int a = written, b = written;
  assert(a <= b);
#elif defined(BEFORE)
  assert(early != 1);  // only one that was made can have begun
#elif defined(ARGUMENT)
  assert(seen != 5);
#elif defined(WAIT_FOR_FIRST)
  pthread_join(first, 0);
  assert(tickets != 2);  // whoever was made later may not have begun
#endif
}
