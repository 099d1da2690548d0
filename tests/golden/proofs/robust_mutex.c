// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DOPEN
// A mutex of the library's, and a relation that it protects.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    x++;
    y++;
    assert(x == y);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
#ifdef OPEN
  x = y;
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == y);
}
