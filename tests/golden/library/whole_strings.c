// What is compared or searched is all there, also behind what decides (C11 7.24.4.1p2, 7.1.1p1); memchr stops at the first
// match (7.24.5.1p2).
// fencepost: verify -DMEMCMP
// fencepost: verify -DSTRCMP
// fencepost: verify -DSTRCHR
// fencepost: verify -DATOI
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef MEMCMP
  char a[2] = {1, 2}, b[4] = {3, 4, 5, 6};
  return memcmp(a, b, 4) == 0;
#elif defined STRCMP
  char a[2] = {'a', 'b'};
  return strcmp(a, "x") == 0;
#elif defined STRCHR
  char a[2] = {'a', 'b'};
  return strchr(a, 'a') != a;
#elif defined ATOI
  char a[2] = {'1', 'x'};
  return atoi(a);
#elif defined RIGHT
  char a[2] = {'a', 'b'};
  assert(memchr(a, 'b', 10) == a + 1 && strncmp(a, "ab", 2) == 0 && memcmp(a, "ab", 2) == 0);
#endif
  return 0;
}
