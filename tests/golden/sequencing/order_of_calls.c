// fencepost: verify
// fencepost: verify --eval-order left-to-right
#include <assert.h>
int last;
int one(void) { last = 1; return 1; }
int two(void) { last = 2; return 2; }
int main(void) {
  int sum = one() + two();
  assert(last == 2);  // !
  return sum - 3;
}
