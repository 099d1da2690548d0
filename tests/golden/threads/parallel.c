// fencepost: show --stage core
// Arms share the locals around them; neither "{-{ ||| }-}" nor '{' in a text counts, and positions stay.
#include <stdatomic.h>
int main(void) {
  _Atomic int x = 0;
  int r1 = 0, r2 = 0;
  {-{ {
    atomic_store_explicit(&x, 1, memory_order_release);
  } ||| r1 = atomic_load_explicit(&x, memory_order_acquire);
        r2 = r1;
  }-};
  {{{ x = 2; ||| { r1 = x; } }}}
  int a[1][1][2] = {{{'{', 2}}};
  assert(r2 <= 1);
  return a[0][0][1];
}
