// fencepost: verify
// Functions of the library change it.
#include <assert.h>
#include <stdlib.h>

extern int errno;

int main(void) {
  errno = 0;
  strtol("99999999999999999999999", 0, 10);
  assert(errno == 0);
  return 0;
}
