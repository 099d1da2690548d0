// fencepost: show --stage core
#include <stdatomic.h>
#include <stdbool.h>
atomic_int x;
atomic_bool b;
atomic_flag f = ATOMIC_FLAG_INIT;
int *_Atomic p;
unsigned plain;
char flag;
int main(void) {
  int expected = 0;
  x = 1;
  x++;
  x += 2;
  x >>= 1;
  b = 3;
  atomic_fetch_add(&p, 1);
  atomic_compare_exchange_weak_explicit(&x, &expected, 2, memory_order_acq_rel, memory_order_relaxed);
  atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed);
  if (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)) atomic_flag_clear(&f);
  atomic_thread_fence(memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_seq_cst);
  __sync_synchronize();
  __sync_bool_compare_and_swap(&plain, 1, 2);
  __atomic_nand_fetch(&plain, 3, __ATOMIC_RELEASE);
  __atomic_fetch_max(&plain, 5, __ATOMIC_RELAXED);
  if (!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE)) __atomic_clear(&flag, __ATOMIC_RELEASE);
  return x;
}
