// What no predicate is needed for: all that states tell is how many threads stand where.
// fencepost: verify --engine symmetric --property unreach-call --model sc --threads 2 --views 0
// fencepost: verify --engine symmetric --property unreach-call --model sc --threads 2 --views 0 -DJOIN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

atomic_int x, y;

void* worker(void* unused) {
  x++;
  int seen = y;
  assert(seen == seen);
  return 0;
}

int main(void) {
  y = 1;
  while (__VERIFIER_nondet_bool()) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef JOIN
    pthread_join(thread, 0);
#endif
  }
  return 0;
}
