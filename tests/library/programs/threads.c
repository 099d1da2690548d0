// What functions for threads answer, where that does not depend on who is faster.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TELL(call) printf("%s: %d\n", #call, call)

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, destroyed;
static void count(void) { ++calls; }
static void destroy(void *value) { destroyed += *(int *)value; }
static int kept = 5;

static void *run(void *argument) {
  pthread_setspecific(key, &kept);
  pthread_once(&once, count);
  if (pthread_getspecific(key) != &kept) pthread_exit(NULL);
  *(int *)argument += 1;
  return argument;
}

static void *rest(void *unused) { return unused; }

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t tokens;
static pthread_barrier_t meeting;
static int ready;

static void *help(void *unused) {
  pthread_mutex_lock(&shared);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&shared);
  sem_post(&tokens);
  pthread_barrier_wait(&meeting);
  return unused;
}

static void mutexes(void) {
  pthread_mutexattr_t kinds;
  TELL(pthread_mutexattr_init(&kinds));
  TELL(pthread_mutexattr_settype(&kinds, PTHREAD_MUTEX_ERRORCHECK));
  int kind = -1;
  TELL(pthread_mutexattr_gettype(&kinds, &kind));
  TELL(kind == PTHREAD_MUTEX_ERRORCHECK);
  TELL(pthread_mutexattr_setprotocol(&kinds, PTHREAD_PRIO_NONE));
  TELL(pthread_mutexattr_getprotocol(&kinds, &kind));
  TELL(pthread_mutexattr_setpshared(&kinds, PTHREAD_PROCESS_PRIVATE));
  pthread_mutex_t strict, recursive;
  struct timespec past = {0, 0};
  TELL(pthread_mutex_init(&strict, &kinds));
  TELL(pthread_mutex_unlock(&strict));
  TELL(pthread_mutex_lock(&strict));
  TELL(pthread_mutex_lock(&strict));
  TELL(pthread_mutex_trylock(&strict));
  TELL(pthread_mutex_unlock(&strict));
  TELL(pthread_mutex_timedlock(&strict, &past));
  TELL(pthread_mutex_unlock(&strict));
  TELL(pthread_mutex_destroy(&strict));
  TELL(pthread_mutexattr_settype(&kinds, PTHREAD_MUTEX_RECURSIVE));
  TELL(pthread_mutex_init(&recursive, &kinds));
  TELL(pthread_mutexattr_destroy(&kinds));
  TELL(pthread_mutex_lock(&recursive));
  TELL(pthread_mutex_trylock(&recursive));
  TELL(pthread_mutex_unlock(&recursive));
  TELL(pthread_mutex_unlock(&recursive));
  TELL(pthread_mutex_unlock(&recursive));
  TELL(pthread_mutex_destroy(&recursive));
}

static void other_locks(void) {
  pthread_rwlock_t lock;
  pthread_rwlockattr_t attributes;
  struct timespec past = {0, 0};
  TELL(pthread_rwlockattr_init(&attributes));
  TELL(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
  TELL(pthread_rwlock_init(&lock, &attributes));
  TELL(pthread_rwlockattr_destroy(&attributes));
  TELL(pthread_rwlock_rdlock(&lock));
  TELL(pthread_rwlock_tryrdlock(&lock));
  TELL(pthread_rwlock_trywrlock(&lock));
  TELL(pthread_rwlock_unlock(&lock));
  TELL(pthread_rwlock_unlock(&lock));
  TELL(pthread_rwlock_wrlock(&lock));
  TELL(pthread_rwlock_tryrdlock(&lock));
  TELL(pthread_rwlock_trywrlock(&lock));
  TELL(pthread_rwlock_unlock(&lock));
  TELL(pthread_rwlock_timedrdlock(&lock, &past));
  TELL(pthread_rwlock_unlock(&lock));
  TELL(pthread_rwlock_timedwrlock(&lock, &past));
  TELL(pthread_rwlock_unlock(&lock));
  TELL(pthread_rwlock_destroy(&lock));
  pthread_spinlock_t spin;
  TELL(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
  TELL(pthread_spin_lock(&spin));
  TELL(pthread_spin_unlock(&spin));
  TELL(pthread_spin_trylock(&spin));
  TELL(pthread_spin_unlock(&spin));
  TELL(pthread_spin_destroy(&spin));
  sem_t counter;
  int value = -1;
  TELL(sem_init(&counter, 0, 2));
  TELL(sem_wait(&counter));
  TELL(sem_trywait(&counter));
  TELL(sem_trywait(&counter));
  TELL(errno == EAGAIN);
  TELL(sem_timedwait(&counter, &past));
  TELL(errno == ETIMEDOUT);
  TELL(sem_post(&counter));
  TELL(sem_getvalue(&counter, &value));
  TELL(value);
  TELL(sem_timedwait(&counter, &past));
  TELL(sem_destroy(&counter));
}

static void attributes(void) {
  pthread_attr_t attributes;
  pthread_condattr_t of_condition;
  pthread_barrierattr_t of_barrier;
  pthread_cond_t condition;
  int state = -1, old = -1;
  TELL(pthread_attr_init(&attributes));
  TELL(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED));
  TELL(pthread_attr_getdetachstate(&attributes, &state));
  TELL(state == PTHREAD_CREATE_DETACHED);
  TELL(pthread_attr_setstacksize(&attributes, 1 << 20));
  TELL(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
  TELL(pthread_attr_destroy(&attributes));
  TELL(pthread_condattr_init(&of_condition));
  TELL(pthread_cond_init(&condition, &of_condition));
  TELL(pthread_condattr_destroy(&of_condition));
  TELL(pthread_cond_destroy(&condition));
  TELL(pthread_barrierattr_init(&of_barrier));
  pthread_barrier_t alone;
  TELL(pthread_barrier_init(&alone, &of_barrier, 1));
  TELL(pthread_barrierattr_destroy(&of_barrier));
  TELL(pthread_barrier_wait(&alone) == PTHREAD_BARRIER_SERIAL_THREAD);
  TELL(pthread_barrier_destroy(&alone));
  TELL(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  TELL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));
  pthread_testcancel();
  TELL(sched_yield());
}

int main(void) {
  mutexes();
  other_locks();
  attributes();
  pthread_t thread;
  int value = 1;
  void *result = NULL;
  TELL(pthread_key_create(&key, destroy));
  TELL(pthread_getspecific(key) == NULL);
  TELL(pthread_create(&thread, NULL, run, &value));
  TELL(pthread_join(thread, &result));
  TELL(result == &value);
  TELL(value);
  TELL(pthread_once(&once, count));
  TELL(calls);
  TELL(destroyed);
  TELL(pthread_key_delete(key));
  TELL(pthread_equal(pthread_self(), pthread_self()) != 0);
  TELL(sem_init(&tokens, 0, 0));
  TELL(pthread_barrier_init(&meeting, NULL, 2));
  TELL(pthread_create(&thread, NULL, help, NULL));
  TELL(pthread_mutex_lock(&shared));
  while (!ready) pthread_cond_wait(&changed, &shared);
  struct timespec past = {0, 0};
  int waited = pthread_cond_timedwait(&changed, &shared, &past);  // it may end for no reason
  TELL(waited == ETIMEDOUT || waited == 0);
  TELL(pthread_mutex_unlock(&shared));
  TELL(sem_wait(&tokens));
  pthread_barrier_wait(&meeting);
  TELL(pthread_join(thread, NULL));
  TELL(pthread_create(&thread, NULL, rest, NULL));
  TELL(pthread_detach(thread));
  return 0;
}
