// fencepost: verify --model sc
// fencepost: verify --model sc -DWHOLE
// fencepost: verify --model sc -DCOPY
// fencepost: verify --model sc -DINITIAL
// What threads share of a pointer has to be the whole of it, or nobody knows any more where it points.
#include <pthread.h>
int x = 5;
struct holder {
  int *pointer;
};
union {
  int *pointer;
  struct holder holder;
  unsigned half[2];
} shared = {&x};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *unused) {
  pthread_mutex_lock(&mutex);
#if defined COPY
  struct holder mine = {&x};
  shared.holder = mine;
#elif defined INITIAL
  shared.half[1] = shared.half[1];
#else
  shared.pointer = &x;
#endif
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
#ifdef COPY
  struct holder here = shared.holder;
  int found = *here.pointer;
#else
  int found = *shared.pointer;
#endif
  pthread_mutex_unlock(&mutex);
  return found;
}
