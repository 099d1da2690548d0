// fencepost: verify --encoding monolithic --model sc
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model tso
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model tso -DFENCE
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model rc11
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model rc11 -DFENCE
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model aarch64 -DFENCE
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding monolithic --model aarch64
// statistic: bounded.model-constraints > 0
// fencepost: verify --encoding ordered --model tso
// statistic: bounded.order-clauses > 0
// fencepost: verify --encoding ordered --model tso -DFENCE
// statistic: bounded.order-clauses > 0
// fencepost: verify --encoding ordered --model pso
// statistic: bounded.order-clauses > 0
// fencepost-text: verify --encoding monolithic --model power
// The whole memory model in one formula; a model with a recursive definition is beyond it.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#ifdef FENCE
#define BETWEEN atomic_thread_fence(memory_order_seq_cst)
#else
#define BETWEEN
#endif
atomic_int x, y;
int a, b;
int main(void) {
  {-{ {
    STORE(x, 1);
    BETWEEN;
    a = LOAD(y);
  } ||| {
    STORE(y, 1);
    BETWEEN;
    b = LOAD(x);
  } }-}
  assert(a == 1 || b == 1);
}
