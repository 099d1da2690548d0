#include <stdatomic.h>
static inline void hand_over(atomic_int *flag) {
  atomic_store_explicit(flag, 1, memory_order_relaxed);
}
static inline int is_there(atomic_int *flag) { return atomic_load_explicit(flag, memory_order_acquire); }
