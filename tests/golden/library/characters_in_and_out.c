// fencepost: verify
// fencepost: verify -DWRONG
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (isalpha(c)) c = toupper(c);  // in its domain whatever was read
  assert(c == EOF || (c >= 0 && c <= 255));
  c = putchar('a' + 256);
  assert(c == 'a' || c == EOF);
  c = puts("x");
  assert(c >= 0 || c == EOF);
#ifdef WRONG
  assert(c >= 0);
#endif
}
