// A loop that comes back to the same contents goes on for ever, also if it writes them anew each time.
// fencepost: verify
// fencepost: verify -DCHANGES
#include <assert.h>
int x, filled[100];
int main(void) {
  int i = 0;
  for (;;) {
    x = 17;
    for (int k = 0; k < 100; ++k) filled[k] = x;
#ifdef CHANGES
    if (++i == 40) break;
#endif
  }
  assert(i < 40);
}
