// fencepost: verify
#include <limits.h>
#include <stdlib.h>
int main(void) {
  return abs(INT_MIN);  // !
}
