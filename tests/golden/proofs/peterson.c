// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -DSELFISH
// Peterson's lock for two threads, for ever. Without one of its parts it is none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

void *worker(void *argument) {
  int self = argument != 0, other = !self;
  for (;;) {
    atomic_store(&wants[self], 1);
#ifndef SELFISH
    atomic_store(&turn, other);
#endif
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[self], 0);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &a);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
