// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model sc -DHASTY
// A place between a producer and a consumer that never end, by a mutex and condition variables. HASTY: who is woken does not look
// again.
#include <assert.h>
#include <pthread.h>

#ifdef HASTY
#define UNTIL if
#else
#define UNTIL while
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
int has, value;

void *producer(void *argument) {
  unsigned char next = 0;
  for (;;) {
    pthread_mutex_lock(&mutex);
    UNTIL (has) pthread_cond_wait(&empty, &mutex);
    value = next++;
    has = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&mutex);
  }
}

void *consumer(void *argument) {
  unsigned char expected = 0;
  for (;;) {
    pthread_mutex_lock(&mutex);
    UNTIL (!has) pthread_cond_wait(&full, &mutex);
    assert(value == expected);
    expected++;
    has = 0;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  return 0;
}
