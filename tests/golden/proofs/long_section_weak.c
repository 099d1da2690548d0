// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model tso -DOPEN
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model pso -DOPEN
// Any number of stores may wait in a buffer while a lock is held. Nobody else is about to write then what is loaded, so that nobody sees
// them wait, where one queue keeps them in order; nor to touch what is stored, so that nobody sees them pass each other.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (__VERIFIER_nondet_int()) {
      x++;
      y++;
    }
#ifdef OPEN
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    x++;
    pthread_mutex_unlock(&mutex);
    y++;
    pthread_mutex_lock(&mutex);
#endif
    assert(x == y);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
