// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Where a number is kept that was a pointer is not followed: no verdict about what is lost.
#include <stdint.h>
#include <stdlib.h>
static uintptr_t kept;
int main(void) {
  kept = (uintptr_t)malloc(4);  // !
  return 0;
}
