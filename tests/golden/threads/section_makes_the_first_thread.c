// A section that begins before there are threads is one step to those that it makes.
// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -D AFTER
// fencepost: verify --property unreach-call --engine cegar
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

atomic_int x;

void *sees(void *unused) {
  if (x == 1) reach_error();
  return unused;
}

int main(void) {
  pthread_t thread;
  __VERIFIER_atomic_begin();
  pthread_create(&thread, 0, sees, 0);
  x = 1;
#ifdef AFTER
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#endif
  x = 2;
  __VERIFIER_atomic_end();
}
