// fencepost: verify --model sc
// fencepost: verify --model sc -DWHOLE
// What threads share of a pointer has to be the whole of it, or nobody knows any more where it points.
#include <pthread.h>
int x = 5;
union {
  int *pointer;
  unsigned half[2];
} shared = {&x};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *unused) {
  pthread_mutex_lock(&mutex);
  shared.pointer = &x;
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  pthread_mutex_lock(&mutex);
#ifndef WHOLE
  unsigned low = shared.half[0];
#endif
  int found = *shared.pointer;
  pthread_mutex_unlock(&mutex);
  return found;
}
