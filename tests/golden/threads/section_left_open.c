// fencepost: verify --property unreach-call --engine bounded --model sc
// fencepost: verify --property unreach-call --engine bounded --model pso -DEARLY
// A thread may end inside of an atomic section, in this iteration or in a later one. The sections of both iterations meet at its end, and
// yet they are two steps, between which others do theirs. They were one to the bounded engine, so that no run came to the second one.
// EARLY: a lock of tickets that is given back too early; that was SAFE.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_uint next, served;
unsigned inside;

void *worker(void *unused) {
  for (;;) {
    __VERIFIER_atomic_begin();
    unsigned mine = atomic_load(&next);
    if (mine == -1u) return unused;
    atomic_store(&next, mine + 1);
    __VERIFIER_atomic_end();
    while (atomic_load(&served) != mine) {}
#ifdef EARLY
    inside = 1;
    assert(inside == 1);
    inside = 0;
#else
    assert(mine != 1);
#endif
    atomic_store_explicit(&served, mine + 1, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
}
