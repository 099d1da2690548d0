// What an atomic section is, sc, tso and pso say. Of other models' runs it cannot be told whether they break one, unless none
// fails; a section of one access is no question.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model rc11 -DHARMLESS
// fencepost: verify --model rc11 -DSINGLE
// fencepost: explore --model rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int x;
void* increment(void* arg) {
  __VERIFIER_atomic_begin();
#ifdef SINGLE
  x = 1;
#else
  int old = x;
  x = old + 1;
#endif
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef HARMLESS
  assert(x >= 1);
#else
  assert(x == 2);
#endif
}
