// sprintf and snprintf write what their formats say, where there is room (C11 7.21.6.5-6).
// fencepost: verify -DROOM
// fencepost: verify -DANY
// fencepost: verify -DLIMIT
// fencepost: verify -DITSELF
// fencepost: verify -DINTO_ITSELF
// fencepost: verify -DTYPE
// fencepost: verify -DNULL_STRING
// fencepost: verify -DFLOAT
// fencepost: verify -DRIGHT
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef ROOM
  char b[4];
  sprintf(b, "%d", 12345);
#elif defined ANY
  char b[10];
  sprintf(b, "%d", rand());
#elif defined LIMIT
  char b[4];
  snprintf(b, 5, "%s", "abcdef");
#elif defined ITSELF
  char b[16] = "abc";
  sprintf(b, "%s", b);
#elif defined INTO_ITSELF
  char b[16] = "abc";
  sprintf(b, "x%sy", b + 1);
#elif defined TYPE
  char b[16];
  sprintf(b, "%d", 1L);
#elif defined NULL_STRING
  char b[16];
  sprintf(b, "%s", (char *)0);
#elif defined FLOAT
  char b[16];
  sprintf(b, "%f", 1.5);
#elif defined RIGHT
  char b[40], c[11];
  int n;
  assert(sprintf(b, "x=%d,%s|%c%%%n", -42, "ab", 'z', &n) == 11 && n == 11 && strcmp(b, "x=-42,ab|z%") == 0);
  sprintf(b, "%05d|%-4s|%4s|%x|%hhu|%.2s", -7, "ab", "cd", 255, 258, "xyz");
  assert(strcmp(b, "-0007|ab  |  cd|ff|2|xy") == 0);
  assert(snprintf(b, 4, "%s", "abcdef") == 6 && strcmp(b, "abc") == 0 && snprintf(0, 0, "%d", INT_MIN) == 11);
  int any = rand() % 100;
  sprintf(c, "%d", any);
  assert(atoi(c) == any);
#endif
  return 0;
}
