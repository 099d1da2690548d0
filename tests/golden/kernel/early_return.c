// fencepost: verify --model lkmm
// What comes after a conditional return happens in one case only: it depends on the condition.
#include <assert.h>
#include <linux.h>
int x, y, r1, r2;
void pass_on(void) {
  r1 = READ_ONCE(x);
  if (!r1) return;
  WRITE_ONCE(y, 1);
}
int main(void) {
  {-{ { pass_on(); } ||| {
    r2 = READ_ONCE(y);
    smp_mb();
    WRITE_ONCE(x, 1);
  } }-}
  assert(!(r1 == 1 && r2 == 1));
}
