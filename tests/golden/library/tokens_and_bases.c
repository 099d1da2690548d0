// The first call of strtok names a string (C11 7.24.5.8p2); a base is 0 or from 2 to 36 (7.22.1.4p3).
// fencepost: verify -DNULL_FIRST
// fencepost: verify -DBASE
// fencepost: verify -DNO_NUMBER
// fencepost: verify -DTOO_LARGE
// fencepost: verify -DRIGHT
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef NULL_FIRST
  return strtok(0, ",") == 0;
#elif defined BASE
  return strtol("5", 0, 1) == 0;
#elif defined NO_NUMBER
  errno = 0;
  strtol("x", 0, 10);
  assert(errno == 0);
#elif defined TOO_LARGE
  return atoi("2147483648");
#elif defined RIGHT
  char text[] = "a,b";
  assert(strtok(text, ",") == text && *strtok(0, ",") == 'b' && !strtok(0, ",") && !strtok(0, ","));
  errno = 0;
  char *end;
  assert(strtol("0x1g", &end, 0) == 1 && *end == 'g' && errno == 0);
  assert(strtoul("99999999999999999999", 0, 10) == ULONG_MAX && errno == ERANGE && atoi("-2147483648") == INT_MIN);
#endif
  return 0;
}
