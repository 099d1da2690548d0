// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -DOPEN
// What a mutex protects is a relation between two variables, which no thread sees broken.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    x++;
#ifdef OPEN
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    y++;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
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
