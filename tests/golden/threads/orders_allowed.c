// fencepost: verify --entry load
// fencepost: verify --entry store
// fencepost: verify --entry exchange
// fencepost: verify --entry fails
// fencepost: verify --entry stronger
// fencepost: verify --entry flag
// fencepost: verify --entry computed
// fencepost: verify --entry computed_right
// fencepost: verify --entry fence
// fencepost: verify --entry stronger --strict
// fencepost: verify --entry no_order
// fencepost: verify --entry no_order --property unreach-call
// fencepost: verify --entry passing --model rc11
// fencepost: verify --entry passing_relaxed --model rc11
// Memory orders that an operation does not take (C11 7.17.7.1p2, 7.17.7.2p2, 7.17.7.4p2, 7.17.8.2p2), constant or computed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
atomic_flag set = ATOMIC_FLAG_INIT;
int load(void) { return atomic_load_explicit(&x, memory_order_release); }
void store(void) { __atomic_store_n((int *)&x, 1, __ATOMIC_ACQ_REL); }
void exchange(void) {
  int zero = 0;
  assert(atomic_compare_exchange_strong_explicit(&x, &zero, 1, memory_order_release, memory_order_relaxed));
}
void fails(void) {
  int zero = 0;
  atomic_compare_exchange_strong_explicit(&x, &zero, 1, memory_order_seq_cst, memory_order_acq_rel);
}
void stronger(void) {
  int zero = 0;
  atomic_compare_exchange_weak_explicit(&x, &zero, 1, memory_order_relaxed, memory_order_acquire);
}
void flag(void) { atomic_flag_clear_explicit(&set, memory_order_acquire); }
int read_in(memory_order order) { return atomic_load_explicit(&x, order); }
int computed(void) { return read_in(memory_order_relaxed) + read_in(memory_order_acq_rel); }
int computed_right(void) { return read_in(memory_order_relaxed) + read_in(memory_order_seq_cst); }
void fence(void) {
  memory_order order = memory_order_acq_rel;
  atomic_thread_fence(order);
}
int data;
memory_order handing = memory_order_release;
void *producer(void *unused) {
  data = 1;
  atomic_store_explicit(&x, 1, handing);
  return 0;
}
void passing(void) {
  pthread_t id;
  pthread_create(&id, 0, producer, 0);
  if (read_in(memory_order_acquire)) assert(data == 1);
}
void passing_relaxed(void) {
  handing = memory_order_relaxed;
  passing();
}
int __VERIFIER_nondet_int(void);
void no_order(void) {
  int order = __VERIFIER_nondet_int();
  if (order < 5 || order > 6) return;
  atomic_fetch_add_explicit(&x, 1, order);
  assert(x == 1);
}
