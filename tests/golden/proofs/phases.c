// fencepost: verify --engine cegar --property unreach-call
// A loop in two phases: what it keeps is another relation in each.
#include <assert.h>

int main(void) {
  int x = 0, y = 50;
  while (x < 100) {
    x++;
    if (x > 50) y++;
  }
  assert(y == 100);
}
