// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DFORGOTTEN
// fencepost: verify --property no-deadlock -DFORGOTTEN -DRETURNS
// A semaphore that nobody posts. If main returns meanwhile the program is over, and nobody waits any more.
#include <pthread.h>
#include <semaphore.h>
sem_t ready;
void *consumer(void *unused) {
  sem_wait(&ready);
  return 0;
}
void *producer(void *sometimes) {
#ifdef FORGOTTEN
  if (!sometimes) return 0;
#endif
  sem_post(&ready);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
#ifndef RETURNS
  pthread_join(a, 0);
  pthread_join(b, 0);
#endif
}
