// A copy of a number that others compute from one another can be as large as any of theirs.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model sc -DMOST=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef MOST
#define MOST 0
#endif
atomic_int number, copy;
void* hand_on(void* arg) {
  copy = number;
  return 0;
}
void* exchange(void* arg) {
  int two = 2;
  atomic_compare_exchange_strong(&number, &two, 2);
  return 0;
}
void* increment(void* arg) {
  number++;
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, hand_on, 0);
  pthread_create(&b, 0, exchange, 0);
  pthread_create(&c, 0, increment, 0);
  assert(copy <= MOST);
}
