// fencepost: verify
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
  assert(atoi(" -12x") == -12);
  assert(abs(-3) == 3);
  assert(isdigit('7') && !isdigit('a'));
  assert(toupper('b') == 'B');
  char *end;
  assert(strtol("0x1f", &end, 0) == 31 && *end == 0);
  return 0;
}
