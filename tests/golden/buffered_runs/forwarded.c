// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// A thread reads its own store, in a loop and by the statement that later reads another's, while it waits in the buffer.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
atomic_int x, y;
int seen;
void *other(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (atomic_load_explicit(&x, memory_order_relaxed) == 0) seen = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int sum = 0, last = 0;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  for (int i = 0; i < 3; ++i) {
    atomic_int *place = i < 2 ? &x : &y;
    last = atomic_load_explicit(place, memory_order_relaxed);
    sum += last;
  }
  pthread_join(t, 0);
  if (sum == 2 && last == 0 && seen) reach_error();
}
