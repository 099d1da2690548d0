// What two of the threads know goes together or not: counts of threads are checked pair by pair.
// fencepost: verify --engine symmetric --property unreach-call --model sc
#include <assert.h>
#include <pthread.h>

int x, y;

static void *worker(void *unused) {
  int seen = 0;
  y = 1;
  seen = x;
  y = 1;
  x = seen + 1;
  return 0;
}

int main(void) {
  pthread_t id;
  int first, second, third;
  pthread_create(&id, 0, worker, 0);
  pthread_create(&id, 0, worker, 0);
  first = x;
  second = x;
  third = y;
  assert(!(first == 2 && second == 1 && third == 1));
  return 0;
}
