// fencepost: verify --model sc --all-violations
// Values that are overwritten under a lock and seen all the same: without the lock, after a release on another path or
// for a wait, under another lock that is released earlier, and by the thread itself.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t signal = PTHREAD_COND_INITIALIZER;
int plain, left, waited, early, own[2];
static void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  plain = 1;
  plain = 2;
  waited = 1;
  pthread_cond_wait(&signal, &lock);
  waited = 2;
  own[__VERIFIER_nondet_int() & 1] = 1;
  assert(own[0] != 1);  // !
  own[0] = 2;
  pthread_mutex_lock(&other);
  early = 1;
  pthread_mutex_unlock(&lock);
  early = 2;
  pthread_mutex_unlock(&other);
  pthread_mutex_lock(&lock);
  left = 1;
  if (__VERIFIER_nondet_int()) {
    pthread_mutex_unlock(&lock);
    return arg;
  }
  left = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}
static void *reader(void *arg) {
  assert(plain != 1);  // !
  pthread_mutex_lock(&lock);
  assert(waited != 1);  // !
  assert(early != 1);   // !
  assert(left != 1);    // !
  assert(own[0] != 1);
  own[0] = 0;
  pthread_cond_signal(&signal);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
