// fencepost: verify
// fencepost: verify -DZERO
// fencepost: verify -DZERO --model rc11
// fencepost: verify -DTHREADS
// fencepost: verify -DTHREADS --model tso
// fencepost: verify -DTHREADS --model rc11
// fencepost: verify -DWIDE
// fencepost: run
// What a compare-exchange compares is memory (C17 7.17.7.4p2): zeros of different signs differ, what is no number does not differ from
// itself, and the unused bytes of a long double may hold anything.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WIDE
_Atomic long double number = 1;
#else
_Atomic double number;
#endif
void *add(void *unused) {
  double old = number;
  while (!atomic_compare_exchange_weak(&number, &old, old + 1)) {
  }
  return 0;
}
int main(void) {
#if defined WIDE
  long double wanted = 1;
  assert(atomic_compare_exchange_strong(&number, &wanted, 2));
#elif defined THREADS
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(number == 2);
#elif defined ZERO
  double wanted = -0.0;
  assert(wanted == number);
  assert(atomic_compare_exchange_strong(&number, &wanted, 1));
#else
  double none = __builtin_nan(""), wanted = none;
  number = none;
  assert(wanted != number);
  assert(atomic_compare_exchange_strong(&number, &wanted, 0));
  wanted = -0.0;
  assert(!atomic_compare_exchange_strong(&number, &wanted, 1));
  assert(1 / wanted > 0);
#endif
}
