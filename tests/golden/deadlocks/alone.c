// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DRECURSIVE
// A thread that takes its own mutex again waits for itself, unless the mutex is recursive.
#include <pthread.h>
int main(void) {
  pthread_mutex_t mutex;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef RECURSIVE
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#endif
  pthread_mutex_init(&mutex, &kind);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
}
