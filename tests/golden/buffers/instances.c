// Several threads that run one function. As many as a loop makes by a known bound are threads of their own, each with its buffers; of any number of
// them a predicate cannot say whose buffer it is about.
// fencepost: verify --model tso --engine buffers --property unreach-call
// fencepost: verify --model pso --engine buffers --property unreach-call
// fencepost: verify --model pso --engine buffers --property unreach-call -DUNFENCED
// fencepost: verify --model tso --engine buffers --property unreach-call -DANY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

int entered[2], inside;

void *worker(void *argument) {
  int me = *(int *)argument;
  entered[me] = 1;
#ifndef UNFENCED
  __sync_synchronize();
#endif
  if (!entered[1 - me]) {
    ++inside;
    assert(inside == 1);
    --inside;
  }
  return 0;
}

int numbers[2] = {0, 1};

int main(void) {
  pthread_t t;
#ifdef ANY
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, &numbers[0]);
#else
  for (int i = 0; i < 2; ++i) pthread_create(&t, 0, worker, &numbers[i]);
#endif
}
