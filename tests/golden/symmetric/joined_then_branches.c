// What one way behind a join needs is known there, though another way needs nothing.
// fencepost: verify --engine symmetric --property unreach-call --model sc
// fencepost: verify --engine symmetric --property unreach-call --model sc --views 0
// fencepost: verify --engine symmetric --property unreach-call --model sc -DONE
#include <pthread.h>
#include <stdatomic.h>
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);
#ifdef ONE
#define THREADS 1
#else
#define THREADS 2
#endif

atomic_int counter = 0;

void *worker(void *unused) {
  atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  _Bool looks = __VERIFIER_nondet_bool();
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  if (looks)
    if (counter < THREADS) reach_error();
  return 0;
}
