// Two threads of one function check inside a section what only the second one finds wrong: the first has left its section by then, past
// the same check.
// fencepost: verify --model sc --property unreach-call
// fencepost: verify --model tso --property unreach-call
// fencepost: verify --model sc --property unreach-call --engine cegar
// fencepost: verify --model pso --property unreach-call --engine symmetric
// fencepost: verify --model sc --property unreach-call -DMOST=2
#include <assert.h>
#include <pthread.h>

#ifndef MOST
#define MOST 1
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int begun;

static void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  begun++;
  assert(begun <= MOST);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  return 0;
}
