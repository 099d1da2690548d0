// fencepost: verify --property liveness
// fencepost: verify --property liveness --model tso
// fencepost: verify --property liveness -DLOST
// fencepost: verify --property liveness -DLOST --model tso
// fencepost: verify --property liveness -DHELD
// fencepost: verify --property no-deadlock -DLOST
// A loop that waits for a flag which is set, overwritten by another thread, or set by a thread that waits for a lock itself.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *waiter(void *unused) {
#ifdef HELD
  pthread_mutex_lock(&mutex);
#endif
  while (flag != 1) {
  }
#ifdef HELD
  pthread_mutex_unlock(&mutex);
#endif
  return 0;
}
void *setter(void *unused) {
#ifdef HELD
  pthread_mutex_lock(&mutex);
#endif
  flag = 1;
#ifdef HELD
  pthread_mutex_unlock(&mutex);
#endif
#ifdef LOST
  flag = 2;
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
