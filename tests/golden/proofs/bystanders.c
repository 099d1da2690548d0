// fencepost: verify --property unreach-call --engine cegar
// Threads that have not begun when another fails: how far they get by themselves is part of the run.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void __VERIFIER_assume(int);
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
int x, y, z;
void *t0(void *a) {
  int r0 = 0, r1 = 0, r2 = 0;
  r0 = z;
  r1 = x;
  z = 2;
  r2 = y;
  if (r2 == 1) {
    y = 1;
  }
  y = r2 + 1;
  assert(!(r1 == 0));
  return 0;
}
int main(void) {
  pthread_t p;
  int r0 = 0, r1 = 0;
  pthread_create(&p, 0, t0, 0);
  pthread_create(&p, 0, t0, 0);
  pthread_create(&p, 0, t0, 0);
  r0 = z;
  x = 2;
  r1 = z;
  assert(!(r0 == 2 && r1 == 2));
  return 0;
}
