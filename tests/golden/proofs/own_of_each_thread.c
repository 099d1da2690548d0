// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DSHARED
// fencepost: verify --property unreach-call --engine cegar -DKNOWN
// What is _Thread_local is an object of each of any number of threads, with its own first value (C11 6.2.4p4).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

#ifdef SHARED
atomic_int turns = 7;
#else
_Thread_local int turns = 7;
#endif
#ifdef KNOWN
int *_Atomic somebody;
#endif

void *worker(void *unused) {
  assert(turns == 7);
#ifdef KNOWN
  somebody = &turns;
#endif
  while (__VERIFIER_nondet_int()) {
    turns = 8;
    turns = 9;
    assert(turns == 9);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  turns = 7;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
  assert(turns == 7);
}
