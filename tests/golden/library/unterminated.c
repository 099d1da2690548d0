// fencepost: verify
#include <string.h>
int main(void) {
  char s[3] = {'a', 'b', 'c'};
  return (int)strlen(s);  // !
}
