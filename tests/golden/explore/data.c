// Data that no read takes is no difference; data that decides what happens is.
// fencepost-text: explore
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
atomic_int x;

static void* writes(void* unused) {
  if (__VERIFIER_nondet_int() > 0) atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, writes, 0);
  int seen = atomic_load(&x);
  pthread_join(one, 0);
  return seen;
}
