// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model pso
// fencepost: verify --property unreach-call --engine bounded --model tso
// With store buffers: main finds that its own write has been overwritten, so that has left the buffer before; the other thread, which wrote
// after it, has looked at y before anything of main's was there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z;
#define store(at, value) atomic_store_explicit(&at, value, memory_order_relaxed)
#define load(at) atomic_load_explicit(&at, memory_order_relaxed)
void *other(void *u) {
  store(x, 2);
  if (load(y) == 0) store(z, 1);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  store(y, 1);
  store(x, 1);
  int found = load(x), late = load(z);
  assert(found != 2 || late == 0);
}
