// fencepost: verify --property unreach-call --engine cegar --model tso
// fencepost: verify --property unreach-call --engine cegar --model pso
// fencepost: verify --property unreach-call --engine cegar --model tso -DPLAIN
// fencepost: verify --property unreach-call --engine cegar --model pso -DPLAIN
// fencepost: verify --property unreach-call --engine cegar --model pso -DPLAIN -DSWAP
// fencepost: verify --property unreach-call --engine cegar --model pso -DPLAIN -DRELAXED
// fencepost: verify --property unreach-call --engine bounded --model pso -DPLAIN -DRELAXED
// fencepost: verify --property unreach-call --engine cegar --model tso -DLATE
// fencepost: verify --property unreach-call --engine bounded --model tso -DLATE
// fencepost: verify --property unreach-call --engine cegar --model tso -DBOTH
// Any number of threads under store buffers. Where each store is followed by an update, a section or the end of its thread before anything
// of others is loaded, nobody can tell that it has waited: interleavings are all there is. PLAIN: what is stored under the lock is loaded
// again, and that nobody else writes it meanwhile is part of the proof; under pso
// the store that gives the lock back waits for what was stored under it, and so does an update (SWAP); a relaxed one does not (RELAXED). LATE: a thread says that it is there and looks for the other kind at
// once, so that neither may see the other. BOTH fails in an interleaving, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_int lock;
int inside;
int here, there, met;

void *worker(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {}
  inside = 1;
#ifdef BOTH
  atomic_store_explicit(&lock, 0, memory_order_release);
#endif
#ifdef PLAIN
  assert(inside == 1);
  inside = 0;
#else
  __VERIFIER_atomic_begin();
  assert(inside == 1);
  inside = 0;
  __VERIFIER_atomic_end();
#endif
#ifdef SWAP
  atomic_exchange(&lock, 0);
#elif defined(RELAXED)
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
#else
  atomic_store_explicit(&lock, 0, memory_order_release);
#endif
  return unused;
}

#ifdef LATE
void *left(void *unused) {
  here = 1;
  int other = there;
  __VERIFIER_atomic_begin();
  met += other;
  __VERIFIER_atomic_end();
  return unused;
}
#endif

int main(void) {
  pthread_t t;
#ifdef LATE
  pthread_create(&t, 0, left, 0);
  there = 1;
  int other = here;
  pthread_join(t, 0);
  assert(met + other > 0);
#endif
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
}
