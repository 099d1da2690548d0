// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// Locks and sections empty buffers; what is stored afterwards waits again, and a choice of the run decides what.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y, count;
int r, s;
void *other(void *unused) {
  pthread_mutex_lock(&lock);
  int value = __VERIFIER_nondet_int();
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_begin();
  count = count + 1;
  __VERIFIER_atomic_end();
  atomic_store_explicit(&y, value, memory_order_relaxed);
  s = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_mutex_lock(&lock);
  count = count + (atomic_load_explicit(&y, memory_order_relaxed) == 7);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  r = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(t, 0);
  if (r == 0 && s == 0 && count == 2) reach_error();
}
