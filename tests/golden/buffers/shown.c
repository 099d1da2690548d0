// fencepost: show --stage buffers --model tso --property unreach-call
// fencepost: show --stage buffers --model pso --property unreach-call --buffer-bound 2
// fencepost: show --stage buffers --model sc --property unreach-call
// fencepost: show --stage boolean --model tso --property unreach-call --predicates buffers/shown.predicates --cube-size 2
// fencepost: show --stage boolean --model sc --property unreach-call --predicates buffers/shown.predicates
// fencepost: show --stage boolean --model rc11 --property unreach-call
// A store that waits while its thread goes on to load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *one(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  assert(atomic_load_explicit(&y, memory_order_relaxed) < 2);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return atomic_load_explicit(&x, memory_order_relaxed);
}
