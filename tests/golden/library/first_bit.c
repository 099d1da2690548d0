// ffs and its kin, and the protocols of mutexes.
// fencepost: verify
// fencepost: verify -DFAILS
#include <assert.h>
#include <pthread.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  int place = ffs(v);
  assert(place >= 0 && place <= 32);
  assert(v == 0 ? place == 0 : (v >> (place - 1) & 1) == 1);
  assert(ffsl(1L << 40) == 41 && ffsll(0) == 0 && ffsll(-1LL) == 1);
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  int protocol;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_getprotocol(&attributes, &protocol) == 0 && protocol == PTHREAD_PRIO_INHERIT);
  assert(pthread_mutexattr_setprotocol(&attributes, 7) != 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);
  assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0);
#ifdef FAILS
  assert(place != 7);
#endif
}
