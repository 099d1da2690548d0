// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar --model tso
// fencepost: verify --property unreach-call --engine cegar --model pso
// fencepost: verify --property unreach-call --engine bounded --model pso -DEARLY
// fencepost: verify --property unreach-call --engine bounded -DTWICE
// fencepost: verify --property unreach-call --engine cegar -DRING
// fencepost: verify --property unreach-call --engine bounded -DRING -DTWICE
// A lock of tickets for any number of threads, for ever: tickets differ, they lie before the next one to be taken, and the holder's is the
// one that is served, which is known of it although it does not look at its ticket any more. RING: there are three tickets, and who
// finds none goes away; then it is values that tell. EARLY: the lock may be given back before what was written under it has been, where
// stores pass each other. TWICE: two threads may take one ticket.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef EARLY
#define GIVE_BACK memory_order_relaxed
#else
#define GIVE_BACK memory_order_release
#endif

atomic_uint next, served;
unsigned inside;

void *worker(void *unused) {
#ifdef RING
  for (int i = 0; i < 1; ++i) {
    unsigned mine = 3;
#ifndef TWICE
    __VERIFIER_atomic_begin();
#endif
    unsigned last = atomic_load(&next);
    if (last != 3) {
      mine = last;
      atomic_store(&next, last + 1);
    }
#ifndef TWICE
    __VERIFIER_atomic_end();
#endif
    if (mine == 3) return unused;
#else
  for (;;) {
#ifdef TWICE
    unsigned mine = atomic_load(&next);
    atomic_store(&next, mine + 1);
#else
    __VERIFIER_atomic_begin();
    unsigned mine = atomic_load(&next);
    if (mine == -1u) return unused;
    atomic_store(&next, mine + 1);
    __VERIFIER_atomic_end();
#endif
#endif
    while (atomic_load(&served) != mine) {}
    inside = 1;
    assert(inside == 1);
    inside = 0;
    atomic_store_explicit(&served, atomic_load_explicit(&served, memory_order_relaxed) + 1, GIVE_BACK);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
}
