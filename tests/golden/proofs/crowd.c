// fencepost: verify --property unreach-call --engine cegar
// statistic: views.crowds > 0
// fencepost: verify --property unreach-call --engine cegar -DFAR
// Four threads do the same, each with another number. What they may be doing together grows with every thread; as a
// crowd (flat/crowd.h) two of them tell all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

#define THREADS 4
atomic_int last;

void *writer(void *argument) {
  int number = (int)(intptr_t)argument;
  while (__VERIFIER_nondet_int()) {
    int seen = last;
    last = number;
    assert(seen >= 0);
#ifdef FAR
    assert(seen < THREADS - 1);
#else
    assert(seen < THREADS);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, writer, (void *)(intptr_t)i);
  assert(last < THREADS);
}
