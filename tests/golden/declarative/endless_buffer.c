// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// A thread that writes for ever and waits for nobody: under sc there is one last write, under tso no end of stores in its buffer, and no proof.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int outer, inner;
void *writer(void *u) {
  for (;;) {
    atomic_store_explicit(&outer, 1, memory_order_relaxed);
    atomic_store_explicit(&inner, 1, memory_order_relaxed);
    atomic_store_explicit(&inner, 0, memory_order_relaxed);
    atomic_store_explicit(&outer, 0, memory_order_relaxed);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  for (;;) {
    __VERIFIER_atomic_begin();
    int i = atomic_load_explicit(&inner, memory_order_relaxed);
    int o = atomic_load_explicit(&outer, memory_order_relaxed);
    __VERIFIER_atomic_end();
    assert(!i || o);
  }
}
