// Flags, widths and precisions of what sprintf writes (C11 7.21.6.1p4-6, p8).
// fencepost: verify -DROOM
// fencepost: verify -DRIGHT
// fencepost: run -DRIGHT
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[32];
#ifdef ROOM
  char small[4];
  sprintf(small, "%*d", 4, 5);
#else
  sprintf(text, "%+d|% d|%.3d|%*d|%-*d|", 5, 5, 5, 4, 5, 3, 5);
  assert(strcmp(text, "+5| 5|005|   5|5  |") == 0);
  sprintf(text, "%#x|%#X|%#o|%#x|%08.3d|%*d", 255, 255, 8, 0, 5, -3, 7);
  assert(strcmp(text, "0xff|0XFF|010|0|     005|7  ") == 0);
  assert(sprintf(text, "%.0d", 0) == 0 && sprintf(text, "%#.0o", 0) == 1 && sprintf(text, "%3c", 'x') == 3);
  puts(text);
#endif
  return 0;
}
