// A compare-exchange that is tried again with what it found is counted once: as the run in which the load before the loop
// took that. It takes the same read to stand for the load, though: not with another memory order (-DWEAKER), not if
// something was read in between (-DBETWEEN), and not if what was read first is needed later (-DKEPT).
// fencepost-text: explore --blocked
// fencepost-text: explore -DWEAKER
// fencepost-text: explore -DBETWEEN
// fencepost-text: explore -DKEPT
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
#ifdef WEAKER
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_seq_cst
#endif

static void* adds(void* unused) {
  int old = atomic_load(&x), next = old + 1;
#if defined BETWEEN
  (void)atomic_load(&y);
#elif defined KEPT
  int first = old;
#endif
  while (!atomic_compare_exchange_strong_explicit(&x, &old, next, memory_order_seq_cst, ORDER)) next = old + 1;
#ifdef KEPT
  if (first == 7) atomic_store(&y, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, adds, 0);
  atomic_store(&x, 7);
#ifdef BETWEEN
  atomic_store(&y, 1);
#endif
  pthread_join(one, 0);
  return atomic_load(&x);
}
