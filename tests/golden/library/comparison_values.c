// Of what strcmp and its kin return only the sign is said (C11 7.24.4p1).
// fencepost: verify -DDIFFERENCE
// fencepost: verify -DAT_MOST
// fencepost: verify -DONE
// fencepost: verify -DMIRRORED
// fencepost: verify -DNO_CASE
// fencepost: verify -DRIGHT
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
#ifdef DIFFERENCE
  assert(strcmp("c", "a") == 2);
#elif defined AT_MOST
  assert(strcmp("c", "a") <= 2);
#elif defined ONE
  assert(memcmp("b", "a", 1) == 1);
#elif defined MIRRORED
  assert(strncmp("a", "b", 1) == -strncmp("b", "a", 1));
#elif defined NO_CASE
  assert(strcasecmp("a", "B") == -1);
#elif defined RIGHT
  assert(strcmp("c", "a") > 0 && strcmp("a", "a") == 0 && memcmp("\x7f", "\x80", 1) < 0);
  assert(strncmp("ab", "ac", 1) == 0 && strcoll("a", "b") < 0 && strcasecmp("a", "A") == 0);
#endif
  return 0;
}
