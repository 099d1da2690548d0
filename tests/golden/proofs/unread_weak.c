// fencepost: verify --property unreach-call --engine cegar --model tso
// fencepost: verify --property unreach-call --engine cegar --model pso
// fencepost: verify --property unreach-call --engine cegar --model pso -DREAD
// What nobody reads need not wait in a buffer: nobody can tell when it is written. So nothing waits while y is loaded, which others write.
// READ: somebody looks, and it is not known that this finds nothing new.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;
atomic_int y;

void *worker(void *unused) {
  for (;;) {
    x = 1;
    int seen = atomic_load_explicit(&y, memory_order_relaxed);
    __VERIFIER_atomic_begin();
    if (y == seen && seen < 3) y = seen + 1;
    __VERIFIER_atomic_end();
    assert(atomic_load_explicit(&y, memory_order_relaxed) <= 3);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
#ifdef READ
  assert(x <= 1);
#endif
}
