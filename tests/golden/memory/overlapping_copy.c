// fencepost: verify
#include <string.h>
int main(void) {
  char s[8] = "abcdef";
  memmove(s + 1, s, 4);
  memcpy(s + 1, s, 4);  // !
  return s[1];
}
