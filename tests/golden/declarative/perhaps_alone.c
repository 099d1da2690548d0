// fencepost: verify --property unreach-call --engine bounded
// fencepost: verify --property unreach-call --engine bounded --model tso
// fencepost: verify --property unreach-call --engine bounded --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// fencepost: verify --property unreach-call --engine cegar -DENDLESS
// fencepost: verify --property unreach-call --engine cegar -DMANY
// Whether main is still alone when it writes z is for the run to tell: where it is, z is 5 before anything of others happens, and so it
// is for those who read it later. The other checks fail where y is read too early (not under sc). ENDLESS, MANY: the same where nothing fails, and a run
// that shows something makes no thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
atomic_int x, y, z;
#define store(at, value) atomic_store_explicit(&at, value, memory_order_relaxed)
#define load(at) atomic_load_explicit(&at, memory_order_relaxed)
void *perhaps(void *u) {
  while (load(z) == 7) {}
  return u;
}
void *later(void *u) {
  store(x, 1);
  if (load(y) == 0) store(z, 2);
  return u;
}
int main(void) {
  pthread_t s, t;
#ifdef MANY
  while (__VERIFIER_nondet_int()) pthread_create(&s, 0, perhaps, 0);
  store(z, 7);
  assert(load(x) == 0);
#else
  int makes_one = __VERIFIER_nondet_int();
  if (makes_one) pthread_create(&s, 0, perhaps, 0);
  store(z, 5);
  if (makes_one) store(z, 3);
#ifdef ENDLESS
  store(z, 7);
  assert(load(x) == 0);
#else
  pthread_create(&t, 0, later, 0);
  store(y, 1);
  int early = load(x), last = load(z);
  assert(makes_one || last != 2 || early == 1);
#endif
#endif
  pthread_exit(0);
}
