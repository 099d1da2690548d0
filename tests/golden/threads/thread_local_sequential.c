// fencepost: verify
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
_Thread_local int x = 5;
int main(void) {
  errno = 0;
  strtol("99999999999999999999", 0, 10);
  assert(errno == ERANGE);
  assert(x == 5);
  x = 6;
  assert(x == 5);
}
