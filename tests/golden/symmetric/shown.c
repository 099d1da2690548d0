// The Boolean broadcast program of a lock that any number of threads take, and the proof for all of them, a line each.
// fencepost: show --stage broadcast --model sc --property unreach-call
// fencepost: show --stage broadcast --model sc --property unreach-call -DTWO
// fencepost-text: verify --engine symmetric --model sc --property unreach-call --show-proof
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

atomic_int lock;
int inside;

static void *worker(void *unused) {
  int free = 0;
  if (atomic_compare_exchange_strong(&lock, &free, 1)) {
    inside = 1;
    assert(inside == 1);
    inside = 0;
    lock = 0;
  }
  return 0;
}

#ifdef TWO
static void *other(void *unused) { return 0; }
#endif

int main(void) {
  pthread_t id;
#ifdef TWO
  pthread_create(&id, 0, worker, 0);
  pthread_create(&id, 0, other, 0);
#else
  while (__VERIFIER_nondet_bool()) pthread_create(&id, 0, worker, 0);
#endif
  return 0;
}
