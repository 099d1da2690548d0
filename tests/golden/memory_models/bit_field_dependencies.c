// Bit-fields of a thread's own are variables like others: what rests on a read is one of them, not its neighbours. A store to a
// shared one reads its neighbours and writes them back, so that it rests on them.
// fencepost: verify --model aarch64
// fencepost: verify --model riscv
// fencepost: verify --model power
// fencepost: verify --model aarch64 -DCOPIED
// fencepost: verify --model aarch64 -DSAME
// fencepost: verify --model aarch64 -DSHARED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct fields {
  unsigned a : 4, b : 4;
} shared;
atomic_int x, y;
int seen;
static void *depends(void *unused) {
  struct fields own = {0, 1}, *fields = &own;
#ifdef SHARED
  shared.a = atomic_load_explicit(&x, memory_order_relaxed);
  shared.b = 1;
  seen = shared.a;
#else
  own.a = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef COPIED
  struct fields copy = own;
  fields = &copy;
#endif
#ifdef SAME
  own.b = own.a | 1;
#endif
  atomic_store_explicit(&y, fields->b, memory_order_relaxed);
  seen = own.a;
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, depends, 0);
#ifdef SHARED
  int found = shared.b;
#else
  int found = atomic_load_explicit(&y, memory_order_relaxed);
#endif
  atomic_store_explicit(&x, found, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(!(seen == 1 && found == 1));
}
