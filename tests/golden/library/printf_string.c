// fencepost: verify
// fencepost: run
#include <stdio.h>
int main(void) {
  int x = 5;
  printf("%s\n", "fits");
  printf("%s\n", x);
  return 0;
}
