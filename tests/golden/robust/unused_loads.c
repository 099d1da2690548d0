// What is loaded is never used, and still no execution under sc is like that. Nothing is proved here but what is so.
// fencepost: robust --model tso --unwind 2
// fencepost: robust --model pso --engine cegar
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *other(void *unused) {
  for (;;) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    (void)atomic_load_explicit(&x, memory_order_relaxed);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    (void)atomic_load_explicit(&y, memory_order_relaxed);
  }
}
