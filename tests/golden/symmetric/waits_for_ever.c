// A thread that waits for ever has not ended, and is never joined.
// fencepost: verify --engine symmetric --property unreach-call --model sc
// fencepost: verify --engine symmetric --property unreach-call --model sc -DLOCK
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int begun, done;

void *worker(void *unused) {
  if (__VERIFIER_nondet_bool()) {
#ifdef LOCK
    pthread_mutex_lock(&lock);
    begun = 1;
    pthread_mutex_lock(&lock);
#else
    begun = 1;
    __VERIFIER_assume(0);
#endif
  } else {
    done = 1;
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(done == 1);
  return 0;
}
