// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race --model tso
// fencepost: verify --property no-data-race -DPLAIN
// fencepost: verify --property no-data-race -DUNASKED
// Data that is handed over by an atomic flag; a flag that is not atomic races itself; data that is taken without asking.
#include <pthread.h>
#include <stdatomic.h>
#ifdef PLAIN
int ready;
#else
atomic_int ready;
#endif
int data, seen;
void *producer(void *unused) {
  data = 42;
  ready = 1;
  return 0;
}
void *consumer(void *unused) {
#ifdef UNASKED
  int asked = ready;
  (void)asked;
#else
  while (!ready);
#endif
  seen = data;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
