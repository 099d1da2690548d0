/* POSIX threads. The types are small and transparent: a lock is one word, so that memory models see an ordinary
   location. Functions are recognised by name. */
#ifndef FENCEPOST_PTHREAD_H
#define FENCEPOST_PTHREAD_H

#include <fencepost_types.h>
#include <sched.h>
#include <time.h>

typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;

typedef struct {
  int __lock;
  int __count;
  unsigned long __owner;
  int __kind;
  void* __self;
} pthread_mutex_t;
typedef struct {
  int __word;
  void* __self;
} pthread_rwlock_t;
typedef struct {
  int __waiting;
  void* __self;
  void* __mutex;
  int __inside;
} pthread_cond_t;
typedef struct {
  int __count;
  int __arrived;
  void* __self;
  int __left;
} pthread_barrier_t;
typedef struct {
  int __word;
  void* __self;
} pthread_spinlock_t;
typedef int pthread_once_t;

typedef struct {
  int __detached;
  size_t __stack_bytes;
} pthread_attr_t;
typedef struct {
  int __kind;
} pthread_mutexattr_t;
typedef struct {
  int __shared;
} pthread_rwlockattr_t;
typedef struct {
  int __shared;
} pthread_condattr_t;
typedef struct {
  int __shared;
} pthread_barrierattr_t;

#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_NORMAL 3
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
/* In an initialiser: the address of the object that it initialises; null where what is initialised is copied: compound literals,
   thread storage. */
extern char __fencepost_here;
#define PTHREAD_MUTEX_INITIALIZER {0, 0, 0, PTHREAD_MUTEX_DEFAULT, &__fencepost_here}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {0, 0, 0, PTHREAD_MUTEX_RECURSIVE, &__fencepost_here}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {0, 0, 0, PTHREAD_MUTEX_ERRORCHECK, &__fencepost_here}
#define PTHREAD_RWLOCK_INITIALIZER {0, &__fencepost_here}
#define PTHREAD_COND_INITIALIZER {0, &__fencepost_here, 0, 0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void*)-1)

extern int pthread_create(pthread_t* __restrict __id, const pthread_attr_t* __restrict __attributes,
                          void* (*__start)(void*), void* __restrict __argument);
extern int pthread_join(pthread_t __id, void** __result);
extern int pthread_detach(pthread_t __id);
extern _Noreturn void pthread_exit(void* __result);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t __a, pthread_t __b);
extern int pthread_cancel(pthread_t __id);
extern int pthread_setcancelstate(int __state, int* __old);
extern int pthread_setcanceltype(int __type, int* __old);
extern void pthread_testcancel(void);
extern int pthread_kill(pthread_t __id, int __number);
extern int pthread_yield(void);
extern int pthread_atfork(void (*__prepare)(void), void (*__parent)(void), void (*__child)(void));

extern int pthread_attr_init(pthread_attr_t* __attributes);
extern int pthread_attr_destroy(pthread_attr_t* __attributes);
extern int pthread_attr_setdetachstate(pthread_attr_t* __attributes, int __state);
extern int pthread_attr_getdetachstate(const pthread_attr_t* __attributes, int* __state);
extern int pthread_attr_setstacksize(pthread_attr_t* __attributes, size_t __bytes);
extern int pthread_attr_getstacksize(const pthread_attr_t* __attributes, size_t* __bytes);
extern int pthread_attr_setscope(pthread_attr_t* __attributes, int __scope);
extern int pthread_attr_setschedpolicy(pthread_attr_t* __attributes, int __policy);
extern int pthread_attr_setschedparam(pthread_attr_t* __attributes, const struct sched_param* __parameters);

extern int pthread_attr_setaffinity_np(pthread_attr_t* __attributes, size_t __bytes, const cpu_set_t* __set);
extern int pthread_setaffinity_np(pthread_t __id, size_t __bytes, const cpu_set_t* __set);
extern int pthread_getaffinity_np(pthread_t __id, size_t __bytes, cpu_set_t* __set);
extern int pthread_setname_np(pthread_t __id, const char* __name);
extern int pthread_setschedparam(pthread_t __id, int __policy, const struct sched_param* __parameters);

extern int pthread_mutex_init(pthread_mutex_t* __mutex, const pthread_mutexattr_t* __attributes);
extern int pthread_mutex_destroy(pthread_mutex_t* __mutex);
extern int pthread_mutex_lock(pthread_mutex_t* __mutex);
extern int pthread_mutex_trylock(pthread_mutex_t* __mutex);
extern int pthread_mutex_timedlock(pthread_mutex_t* __restrict __mutex, const struct timespec* __restrict __until);
extern int pthread_mutex_unlock(pthread_mutex_t* __mutex);
extern int pthread_mutexattr_init(pthread_mutexattr_t* __attributes);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t* __attributes);
extern int pthread_mutexattr_settype(pthread_mutexattr_t* __attributes, int __kind);
extern int pthread_mutexattr_gettype(const pthread_mutexattr_t* __attributes, int* __kind);
extern int pthread_mutexattr_setpshared(pthread_mutexattr_t* __attributes, int __shared);
extern int pthread_mutexattr_setrobust(pthread_mutexattr_t* __attributes, int __robust);
extern int pthread_mutexattr_getrobust(const pthread_mutexattr_t* __restrict __attributes, int* __restrict __robust);
extern int pthread_mutex_consistent(pthread_mutex_t* __mutex);
extern int pthread_mutexattr_setprotocol(pthread_mutexattr_t* __attributes, int __protocol);
extern int pthread_mutexattr_getprotocol(const pthread_mutexattr_t* __restrict __attributes,
                                         int* __restrict __protocol);

extern int pthread_rwlock_init(pthread_rwlock_t* __lock, const pthread_rwlockattr_t* __attributes);
extern int pthread_rwlock_destroy(pthread_rwlock_t* __lock);
extern int pthread_rwlock_rdlock(pthread_rwlock_t* __lock);
extern int pthread_rwlock_timedrdlock(pthread_rwlock_t* __restrict __lock, const struct timespec* __restrict __until);
extern int pthread_rwlock_timedwrlock(pthread_rwlock_t* __restrict __lock, const struct timespec* __restrict __until);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t* __lock);
extern int pthread_rwlock_wrlock(pthread_rwlock_t* __lock);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t* __lock);
extern int pthread_rwlock_unlock(pthread_rwlock_t* __lock);
extern int pthread_rwlockattr_init(pthread_rwlockattr_t* __attributes);
extern int pthread_rwlockattr_destroy(pthread_rwlockattr_t* __attributes);
extern int pthread_rwlockattr_setpshared(pthread_rwlockattr_t* __attributes, int __shared);

extern int pthread_cond_init(pthread_cond_t* __condition, const pthread_condattr_t* __attributes);
extern int pthread_cond_destroy(pthread_cond_t* __condition);
extern int pthread_cond_wait(pthread_cond_t* __restrict __condition, pthread_mutex_t* __restrict __mutex);
extern int pthread_cond_timedwait(pthread_cond_t* __restrict __condition, pthread_mutex_t* __restrict __mutex,
                                  const struct timespec* __restrict __until);
extern int pthread_cond_signal(pthread_cond_t* __condition);
extern int pthread_cond_broadcast(pthread_cond_t* __condition);
extern int pthread_condattr_init(pthread_condattr_t* __attributes);
extern int pthread_condattr_destroy(pthread_condattr_t* __attributes);
extern int pthread_condattr_setpshared(pthread_condattr_t* __attributes, int __shared);
extern int pthread_condattr_setclock(pthread_condattr_t* __attributes, clockid_t __clock);

extern int pthread_barrier_init(pthread_barrier_t* __restrict __barrier,
                                const pthread_barrierattr_t* __restrict __attributes, unsigned int __count);
extern int pthread_barrier_destroy(pthread_barrier_t* __barrier);
extern int pthread_barrier_wait(pthread_barrier_t* __barrier);
extern int pthread_barrierattr_init(pthread_barrierattr_t* __attributes);
extern int pthread_barrierattr_destroy(pthread_barrierattr_t* __attributes);
extern int pthread_barrierattr_setpshared(pthread_barrierattr_t* __attributes, int __shared);

extern int pthread_spin_init(pthread_spinlock_t* __lock, int __shared);
extern int pthread_spin_destroy(pthread_spinlock_t* __lock);
extern int pthread_spin_lock(pthread_spinlock_t* __lock);
extern int pthread_spin_trylock(pthread_spinlock_t* __lock);
extern int pthread_spin_unlock(pthread_spinlock_t* __lock);

extern int pthread_once(pthread_once_t* __control, void (*__function)(void));
extern int pthread_key_create(pthread_key_t* __key, void (*__destructor)(void*));
extern int pthread_key_delete(pthread_key_t __key);
extern int pthread_setspecific(pthread_key_t __key, const void* __value);
extern void* pthread_getspecific(pthread_key_t __key);

#endif
