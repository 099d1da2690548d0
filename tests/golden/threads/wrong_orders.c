// C11 7.17.7.1p2, 7.17.7.2p2, 7.17.7.4p2: not every order is one for every operation.
// fencepost: verify -DCALL='atomic_store_explicit(&x,1,memory_order_acquire)'
// fencepost: verify -DCALL='atomic_load_explicit(&x,memory_order_release)'
// fencepost: verify -DCALL='atomic_compare_exchange_strong_explicit(&x,&e,1,memory_order_acq_rel,memory_order_release)'
// fencepost: verify -DCALL='atomic_compare_exchange_strong_explicit(&x,&e,1,memory_order_acq_rel,memory_order_acquire)'
// fencepost: verify -DCALL='atomic_load_explicit(&x,42)'
// fencepost: verify -DCALL='atomic_exchange_explicit(&x,1,6)'
#include <stdatomic.h>

atomic_int x;

int main(void) {
  int e = 0;
  CALL;
  return 0;
}
