// fencepost-text: verify --model pso --color never
// fencepost-text: verify --model aarch64 --color never
// fencepost-text: verify --model rc11 --color never
/* Why a run is weak, with store buffers and without. */
#include <assert.h>
#include <stdatomic.h>
atomic_int data, flag;
int main(void) {
  {-{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
  |||
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
      assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
  }-}
}
