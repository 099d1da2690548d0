// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DSAME
// Who wants a lock changes it by an exchange, though another thread holds it: the holder can tell, unless it writes the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

#ifdef SAME
#define OTHER 1
#else
#define OTHER 2
#endif

atomic_int lock;

void *holder(void *unused) {
  __VERIFIER_assume(atomic_exchange(&lock, 1) == 0);
  assert(lock == 1);
  lock = 0;
  return unused;
}

void *other(void *unused) {
  __VERIFIER_assume(atomic_exchange(&lock, OTHER) == 0);
  lock = 0;
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, holder, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
