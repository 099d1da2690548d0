// Threads of parallel compositions, one inside of another.
#include <assert.h>
#include <stdatomic.h>

atomic_int flag;
int data;

int main(void) {
  int seen = 0;
  {-{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
  |||
    {-{
      seen = atomic_load_explicit(&flag, memory_order_relaxed);
    |||
      if (atomic_load_explicit(&flag, memory_order_relaxed)) data = 2;
    }-}
  }-}
  assert(seen < 2);
  return 0;
}
