// Both orders of this compare-exchange are needed, although that of failure is not the weaker one (C23 allows that, C11 did not).
// fencepost-text: fences --model rc11 --relax
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn;
int c, d;

void *first(void *unused) {
  int expected = 0;
  d = 1;
  if (!atomic_compare_exchange_strong_explicit(&turn, &expected, 1, memory_order_release, memory_order_acquire))
    assert(c == 1);
  return 0;
}

void *second(void *unused) {
  c = 1;
  if (atomic_exchange_explicit(&turn, 5, memory_order_acq_rel) == 1) assert(d == 1);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
