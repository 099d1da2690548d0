// Who makes a thread and then writes does both in one block, where a lock is held: others see what it has written, whoever they are.
// fencepost: verify --engine cegar --property unreach-call --model sc
// fencepost: verify --engine symmetric --property unreach-call --model sc
// fencepost: verify --engine cegar --property unreach-call --model sc -DMOST=1
// fencepost: verify --engine symmetric --property unreach-call --model sc -DMOST=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef MOST
#define MOST 2
#endif

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

atomic_int go, lock;
int made;

void *helper(void *unused) { return 0; }

void *worker(void *unused) {
  while (!go) {
  }
  while (atomic_exchange(&lock, 1)) {
  }
  int key = __VERIFIER_nondet_int();  // that runs drawn at random do not find
  assert(made < MOST || key != 123456789);
  pthread_t thread;
  pthread_create(&thread, 0, helper, 0);
  if (made == 0)
    made = 1;
  else if (made == 1)
    made = 2;
  else
    made = 3;
  lock = 0;
  return 0;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
  go = 1;
  pthread_exit(0);
}
