/* Threads (POSIX). An operation makes as few accesses as it can, since each one is an event whose place in the order of the
   run has to be found. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>

//: pthread_join pthread_detach | once for a thread, which does not join itself |
//: pthread_create | attributes that are initialised | when threads run; it does not fail

/* POSIX and C11 7.26.5.3p2, 7.26.5.6p2: a thread is joined or detached once. Of threads beyond the table nothing is known. */
static int __fencepost_claimed[__FENCEPOST_THREADS];

void __fencepost_detaches(unsigned long id) {
  if (!__fencepost_checks("invalid-join") || id >= __FENCEPOST_THREADS) return;
  __fencepost_check("invalid-join", !__atomic_load_n(&__fencepost_claimed[id], __ATOMIC_RELAXED));
  __atomic_store_n(&__fencepost_claimed[id], 1, __ATOMIC_RELAXED);
}

void __fencepost_joins(unsigned long id) {
  __fencepost_check("invalid-join", id != __fencepost_self());
  __fencepost_detaches(id);
}

int pthread_create(pthread_t* id, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  int is_detached = 0;
  if (attributes) {
    __fencepost_check("uninit-lock", attributes->__detached & __FENCEPOST_SET);
    is_detached = (attributes->__detached & 1) == PTHREAD_CREATE_DETACHED;
  }
  unsigned long thread = __fencepost_spawn(start, argument);
  if (is_detached) __fencepost_detaches(thread);
  *id = thread;
  return 0;
}

int pthread_join(unsigned long id, void** result) {
  __fencepost_joins(id);
  if (result)
    *result = __fencepost_join(id);
  else
    __fencepost_join(id);
  return 0;
}

unsigned long pthread_self(void) { return __fencepost_self(); }
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int pthread_detach(unsigned long id) {
  __fencepost_detaches(id);
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
