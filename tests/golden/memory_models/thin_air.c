// Out of thin air: a read sees what its own thread writes later because of it. C11's text allows that for values, RC11 does
// not. Nothing allows that a value is unspecified for no other reason.
// fencepost: verify --model c11
// fencepost: verify --model rc11
// fencepost: explore --model c11
// fencepost: verify --model c11 -DHANDED_ON
// fencepost: verify --model c11 -DHANDED_ON -DUNSPECIFIED
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  _Atomic(int) x = 0, y = 0;
  int r1, r2;
#ifdef UNSPECIFIED
  int nothing;
#endif
  {-{ {
    r1 = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef HANDED_ON
    atomic_store_explicit(&y, r1, memory_order_relaxed);
#else
    if (r1 == 1) atomic_store_explicit(&y, r1, memory_order_relaxed);
#endif
  } ||| {
#ifdef UNSPECIFIED
    atomic_store_explicit(&x, nothing, memory_order_relaxed);
#endif
    r2 = atomic_load_explicit(&y, memory_order_relaxed);
#ifdef HANDED_ON
    atomic_store_explicit(&x, r2, memory_order_relaxed);
#else
    if (r2 == 1) atomic_store_explicit(&x, r2, memory_order_relaxed);
#endif
  } }-};
#ifdef HANDED_ON
  assert(r1 == r1);
#else
  assert(!(r1 == 1 && r2 == 1));
#endif
}
