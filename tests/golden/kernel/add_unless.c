// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DLIMIT=1
// Counts up to a limit, exactly.
#include <assert.h>
#include <linux.h>
#ifndef LIMIT
#define LIMIT 5
#endif
atomic_t n = ATOMIC_INIT(0);
int r1, r2;
int main(void) {
  {-{ { r1 = atomic_add_unless(&n, 1, LIMIT); } ||| { r2 = atomic_inc_not_zero(&n); } }-}
  assert(atomic_read(&n) == r1 + r2);
  assert(r1 == 1);
  atomic_dec(&n);
  assert(atomic_sub_and_test(1, &n) == r2);
  assert(atomic_fetch_or(6, &n) == (r2 ? 0 : -1));
}
