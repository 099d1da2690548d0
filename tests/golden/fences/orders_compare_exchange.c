// A compare-exchange that fails tells what the other thread has written: its two orders are found as a pair, by the names of GCC.
// fencepost-text: fences --model rc11 --all --patch
// fencepost-text: fences --model rc11 --cost fences/orders_compare_exchange.costs --change both
#include <assert.h>
#include <pthread.h>

int data;
int state;

void *writer(void *unused) {
  data = 42;
  __atomic_store_n(&state, 2, __ATOMIC_RELAXED);
  return 0;
}

void *reader(void *unused) {
  int expected = 0;
  if (!__atomic_compare_exchange_n(&state, &expected, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    assert(data == 42);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, writer, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
