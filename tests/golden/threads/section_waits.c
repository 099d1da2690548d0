// A section that waits after it has written: SV-COMP lets nobody go on, a lock around the section would let main see that x is 1. What
// waits before it writes has not begun, and what surely passes does not wait.
// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model rc11
// fencepost: verify --property unreach-call -D CALLED
// fencepost: verify --property unreach-call -D CHOOSES
// fencepost: verify --property unreach-call -D SEMAPHORE
// fencepost: verify --property unreach-call -D BARRIER
// fencepost: verify --property unreach-call -D SPAWNS
// fencepost: verify --property unreach-call -D SPAWNS --engine cegar
// fencepost: verify --property unreach-call -D FIRST
// fencepost: verify --property unreach-call -D FIRST --model rc11
// fencepost: verify --property unreach-call -D FREE
// fencepost: verify --property unreach-call -D BEFORE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

atomic_int x, y;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
sem_t semaphore;
pthread_barrier_t barrier;

void *sets(void *unused) {
  x = 1;
  return unused;
}

void __VERIFIER_atomic_called(void) {
  x = 1;
  pthread_mutex_lock(&held);
  x = 2;
}

void *waits(void *unused) {
#ifdef CALLED
  __VERIFIER_atomic_called();
#else
  __VERIFIER_atomic_begin();
#if defined FIRST
  pthread_mutex_lock(&held);
  x = 1;
#elif defined CHOOSES
  x = 1;
  y = __VERIFIER_nondet_int();
  pthread_mutex_lock(&held);
#elif defined SEMAPHORE
  x = 1;
  sem_wait(&semaphore);
#elif defined BARRIER
  x = 1;
  pthread_barrier_wait(&barrier);
#elif defined SPAWNS
  pthread_t thread;
  pthread_create(&thread, 0, sets, 0);
  pthread_mutex_lock(&held);
#else
  x = 1;
  pthread_mutex_lock(&held);
#endif
  x = 2;
  __VERIFIER_atomic_end();
#endif
  pthread_mutex_unlock(&held);
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef SEMAPHORE
  sem_init(&semaphore, 0, 0);
#endif
  pthread_barrier_init(&barrier, 0, 2);
#ifndef FREE
  pthread_mutex_lock(&held);
#endif
  pthread_create(&thread, 0, waits, 0);
#ifdef BEFORE
  if (x == 0) reach_error();
#endif
  if (x == 1) reach_error();
#ifndef FREE
  pthread_mutex_unlock(&held);
#endif
#ifdef SEMAPHORE
  sem_post(&semaphore);
#endif
  pthread_barrier_wait(&barrier);
}
