// An object that a thread uses twice dies between the two uses.
// fencepost: verify --model sc
// fencepost: verify --model tso
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

int x, turn;
int *p = &x;

void *lends(void *unused) {
  int local = 0;
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(turn == 0);
  turn = 2;
  __VERIFIER_atomic_end();
  p = &local;
  __VERIFIER_atomic_begin();
  turn = 0;
  __VERIFIER_atomic_end();
  return 0;
}

void *uses(void *unused) {
  int *q;
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(turn == 0);
  turn = 1;
  __VERIFIER_atomic_end();
  q = p;
  *q = 1;
  q = p;
  *q = 2;
  turn = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, uses, 0);
  pthread_create(&b, 0, lends, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
