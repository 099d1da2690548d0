// fencepost: verify
#include <string.h>
int main(void) {
  char s[4];
  strcpy(s, "four");  // !
  return s[0];
}
