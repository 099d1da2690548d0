/* Threads and mutexes (POSIX). Locks block by __fencepost_await and never spin; an operation makes as few accesses as it
   can, since each one is an event whose place in the order of the run has to be found. A program may bring its own
   types (files preprocessed with another C library's headers): only members that lie at the same place there are used,
   and those of glibc and ours agree: a mutex begins with its lock word, its counter follows, its kind stands where
   pthread.h says. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>

int pthread_create(pthread_t* id, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  (void)attributes;
  unsigned long thread = __fencepost_spawn(start, argument);
  *id = thread;
  return 0;
}

int pthread_join(unsigned long id, void** result) {
  if (result)
    *result = __fencepost_join(id);
  else
    __fencepost_join(id);
  return 0;
}

unsigned long pthread_self(void) { return __fencepost_self(); }
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int pthread_detach(unsigned long id) {
  (void)id;
  return 0;
}

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  mutex->__lock = 0;
  if (attributes && (attributes->__kind & 3) == PTHREAD_MUTEX_RECURSIVE) mutex->__count = 0;
  mutex->__kind = attributes ? attributes->__kind : 0;
  return 0;
}

/* POSIX: "the mutex object becomes, in effect, uninitialized", which -1 in the lock word stands for. */
int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  int old = __atomic_exchange_n(&mutex->__lock, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_compare_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  if (kind == PTHREAD_MUTEX_ERRORCHECK && old == me) return EDEADLK;
  __fencepost_check("uninit", old != -1);
  __fencepost_await(old == 0);
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_try_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  __fencepost_check("uninit", old != -1);
  return old == 0 ? 0 : EBUSY;
}

/* Time may have run out whenever somebody else has the lock. */
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
  (void)until;
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_try_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  if (kind == PTHREAD_MUTEX_ERRORCHECK && old == me) return EDEADLK;
  __fencepost_check("uninit", old != -1);
  return old == 0 ? 0 : ETIMEDOUT;
}

/* An exchange rather than a store: under TSO and PSO it drains the store buffer, as the lock instruction that real
   unlocks are made of does. */
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) {
    if (__atomic_load_n(&mutex->__lock, __ATOMIC_RELAXED) != me) return EPERM;
    if (kind == PTHREAD_MUTEX_RECURSIVE && mutex->__count > 0) {
      --mutex->__count;
      return 0;
    }
  }
  int old = __atomic_exchange_n(&mutex->__lock, 0, __ATOMIC_RELEASE);
  __fencepost_check("invalid-unlock", old == me);
  return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t* attributes) {
  attributes->__kind = 0;
  attributes->__protocol = PTHREAD_PRIO_NONE;
  return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) {
  if (kind < 0 || kind > 3) return EINVAL;
  attributes->__kind = kind;
  return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t* attributes, int* kind) {
  *kind = attributes->__kind;
  return 0;
}
/* Priorities decide who runs, and any schedule is looked at anyway. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t* attributes, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  attributes->__protocol = protocol;
  return 0;
}
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t* attributes, int* protocol) {
  *protocol = attributes->__protocol;
  return 0;
}

int pthread_attr_init(pthread_attr_t* attributes) {
  attributes->__detached = PTHREAD_CREATE_JOINABLE;
  return 0;
}
int pthread_attr_setdetachstate(pthread_attr_t* attributes, int state) {
  attributes->__detached = state;
  return 0;
}
int pthread_attr_getdetachstate(const pthread_attr_t* attributes, int* state) {
  *state = attributes->__detached;
  return 0;
}
int pthread_setcancelstate(int state, int* old) {
  (void)state;
  if (old) *old = PTHREAD_CANCEL_ENABLE;
  return 0;
}
int pthread_setcanceltype(int type, int* old) {
  (void)type;
  if (old) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}
