/* Attributes (POSIX): one word each, which is all that other C libraries have room for. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>

#define __FENCEPOST_ATTRIBUTE(word, value) \
  __fencepost_check("uninit-lock", ((word) & __FENCEPOST_SET) == __FENCEPOST_SET), (word) = (value), 0

int pthread_mutexattr_init(pthread_mutexattr_t* attributes) {
  attributes->__kind = __FENCEPOST_SET | PTHREAD_MUTEX_DEFAULT;
  return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t* attributes) { return __FENCEPOST_ATTRIBUTE(attributes->__kind, 0); }
int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) {
  if (kind < 0 || kind > 3) return EINVAL;
  return __FENCEPOST_ATTRIBUTE(attributes->__kind, (attributes->__kind & ~3) | kind | __FENCEPOST_NAMED);
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t* attributes, int* kind) {
  __fencepost_check("uninit-lock", attributes->__kind & __FENCEPOST_SET);
  *kind = attributes->__kind & 3;
  return 0;
}
//- pthread_mutexattr_setrobust pthread_mutexattr_getrobust | robust mutexes are UNKNOWN
/* A robust mutex tells the next thread that its holder has ended. */
int pthread_mutexattr_setrobust(pthread_mutexattr_t* attributes, int robust) {
  if (robust == PTHREAD_MUTEX_ROBUST) __fencepost_unsupported("a robust mutex");
  if (robust != PTHREAD_MUTEX_STALLED) return EINVAL;
  return __FENCEPOST_ATTRIBUTE(attributes->__kind, attributes->__kind);
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t* attributes, int* robust) {
  __fencepost_check("uninit-lock", attributes->__kind & __FENCEPOST_SET);
  *robust = PTHREAD_MUTEX_STALLED;
  return 0;
}
/* Priorities decide who runs, and any schedule is looked at anyway. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t* attributes, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  return __FENCEPOST_ATTRIBUTE(attributes->__kind, (attributes->__kind & ~48) | protocol << 4);
}
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t* attributes, int* protocol) {
  __fencepost_check("uninit-lock", attributes->__kind & __FENCEPOST_SET);
  *protocol = attributes->__kind >> 4 & 3;
  return 0;
}

int pthread_attr_init(pthread_attr_t* attributes) {
  attributes->__detached = __FENCEPOST_SET | PTHREAD_CREATE_JOINABLE;
  return 0;
}
int pthread_attr_destroy(pthread_attr_t* attributes) { return __FENCEPOST_ATTRIBUTE(attributes->__detached, 0); }
int pthread_attr_setdetachstate(pthread_attr_t* attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
  return __FENCEPOST_ATTRIBUTE(attributes->__detached, __FENCEPOST_SET | state);
}
int pthread_attr_getdetachstate(const pthread_attr_t* attributes, int* state) {
  __fencepost_check("uninit-lock", attributes->__detached & __FENCEPOST_SET);
  *state = attributes->__detached & 1;
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t* attributes) {
  attributes->__shared = __FENCEPOST_SET;
  return 0;
}
int pthread_rwlockattr_destroy(pthread_rwlockattr_t* attributes) {
  return __FENCEPOST_ATTRIBUTE(attributes->__shared, 0);
}
int pthread_condattr_init(pthread_condattr_t* attributes) {
  attributes->__shared = __FENCEPOST_SET;
  return 0;
}
/* What time it is, is open by any clock. */
int pthread_condattr_setclock(pthread_condattr_t* attributes, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return __FENCEPOST_ATTRIBUTE(attributes->__shared, attributes->__shared);
}
int pthread_condattr_destroy(pthread_condattr_t* attributes) { return __FENCEPOST_ATTRIBUTE(attributes->__shared, 0); }
int pthread_barrierattr_init(pthread_barrierattr_t* attributes) {
  attributes->__shared = __FENCEPOST_SET;
  return 0;
}
int pthread_barrierattr_destroy(pthread_barrierattr_t* attributes) {
  return __FENCEPOST_ATTRIBUTE(attributes->__shared, 0);
}
