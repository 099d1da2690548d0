// A loop that waits for a signal is left when what it waits for holds; how often it was woken up in vain does not matter. It does
// matter what else is done each time, and who looks at the lock meanwhile.
// fencepost: verify
// fencepost: verify -DTOO_EARLY
// fencepost: verify -DCOUNTS
// fencepost: verify -DLOOKS
// fencepost: verify --model tso
// fencepost: verify --model pso -DTOO_EARLY
#include <assert.h>
#include <pthread.h>
int ready, data, woken, seen_busy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  while (ready < 2) {
    pthread_cond_wait(&c, &m);
#ifdef COUNTS
    if (woken < 3) woken++;
#endif
  }
  assert(data == 2);
#ifdef COUNTS
  assert(woken < 3);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
void* producer(void* arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
#ifdef TOO_EARLY
    ready++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    data++;
#else
    data++;
    ready++;
#endif
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
#ifdef LOOKS
// Between two looks that find it busy the lock was free: the consumer was woken up in vain.
void* looker(void* arg) {
  int busy = pthread_mutex_trylock(&m) != 0;
  if (!busy) return 0;
  if (pthread_mutex_trylock(&m) != 0) return 0;
  int before = ready;
  pthread_mutex_unlock(&m);
  if (before == 0 && pthread_mutex_trylock(&m) != 0) seen_busy = 1;
  return 0;
}
#endif
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
#ifdef LOOKS
  pthread_create(&b, 0, looker, 0);
  pthread_join(b, 0);
  assert(!seen_busy);
#else
  pthread_create(&b, 0, producer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#endif
}
