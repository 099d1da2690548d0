// fencepost: verify --model rc11 -DFAILURE=memory_order_acquire
// fencepost: verify --model rc11 -DFAILURE=memory_order_relaxed
// fencepost: verify --model imm -DFAILURE=memory_order_acquire
// fencepost: verify --model imm -DFAILURE=memory_order_relaxed
// fencepost: verify --model aarch64 -DFAILURE=memory_order_acquire
// fencepost: verify --model aarch64 -DFAILURE=memory_order_relaxed
// The exchange fails when it sees the flag, so the order that counts is the one for failure.
#include <assert.h>
#include <stdatomic.h>
atomic_int data, flag;
int seen = 1;
int main(void) {
  {-{ {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
  } ||| {
    int expected = 2;
    atomic_compare_exchange_strong_explicit(&flag, &expected, 3, memory_order_acq_rel, FAILURE);
    if (expected == 1) seen = atomic_load_explicit(&data, memory_order_relaxed);
  } }-}
  assert(seen == 1);
}
