// fencepost: verify
#include <assert.h>
int calls;
int touch(int r) { calls++; return r; }
int main(void) {
  assert(!(touch(0) && touch(1)));
  assert(calls == 1);
  assert(touch(1) || touch(0));
  assert(calls == 2);
  int x = touch(5) ? touch(6) : touch(7);
  assert(x == 6 && calls == 4);
  return 0;
}
