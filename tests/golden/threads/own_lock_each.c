// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --property no-deadlock
// fencepost: verify -DENDED
// fencepost: verify -DCOPIED
// Each thread has a lock of its own in thread storage, made by an initialiser.
#include <pthread.h>
struct guarded {
  int content;
  pthread_mutex_t lock;
};
static _Thread_local struct guarded own = {1, PTHREAD_MUTEX_INITIALIZER};
static _Thread_local pthread_rwlock_t locks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static struct guarded *lent;
void *other(void *unused) {
  pthread_mutex_lock(&own.lock);
  pthread_rwlock_wrlock(&locks[1]);
  own.content++;
  pthread_rwlock_unlock(&locks[1]);
  pthread_mutex_unlock(&own.lock);
  lent = &own;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&own.lock);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&own.lock);
#ifdef ENDED
  pthread_mutex_lock(&lent->lock);
#endif
#ifdef COPIED
  pthread_mutex_init(&own.lock, 0);
  struct guarded copy = own;
  pthread_mutex_lock(&copy.lock);
#endif
}
