// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// Where each variable has a buffer of its own, the flag may be seen before the message.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
atomic_int message, flag;
void *send(void *unused) {
  atomic_store_explicit(&message, 42, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, send, 0);
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0) {
  }
  if (atomic_load_explicit(&message, memory_order_relaxed) != 42) reach_error();
}
