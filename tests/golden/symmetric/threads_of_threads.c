// fencepost: verify --engine cegar --threads 3 --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call
// Three copies of each function do the same: the copies are a crowd again, and their copies have names of their own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

atomic_int turn = 1;

void *last(void *unused) {
  int seen = turn;
  assert(seen <= 3);
  return 0;
}

void *worker(void *unused) {
  int seen = turn;
  turn = (seen + 1) & 3;
  assert(turn == 2 || turn == 1);
  pthread_t thread;
  pthread_create(&thread, 0, last, 0);
  return 0;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
  return 0;
}
