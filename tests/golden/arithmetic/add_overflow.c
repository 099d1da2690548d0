// fencepost: verify
#include <limits.h>
int main(void) {
  int x = INT_MAX;
  int y = x + 1;  // !
  return y;
}
