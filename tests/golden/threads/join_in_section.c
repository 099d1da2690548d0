// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call --engine cegar
// Who goes on while a section waits for the end of a thread? The interpreter lets main see that x is 1 meanwhile.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

atomic_int x;

void *ends(void *unused) { return unused; }

void *waits(void *unused) {
  pthread_t other;
  pthread_create(&other, 0, ends, 0);
  __VERIFIER_atomic_begin();
  x = 1;
  pthread_join(other, 0);
  x = 0;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  if (x == 1 && __VERIFIER_nondet_int() == 7654321) reach_error();
}
