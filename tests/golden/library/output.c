// fencepost: verify
#include <stdio.h>
int main(void) {
  int n = printf("%d %s\n", 5, "x");
  puts("done");
  fprintf(stderr, "n %d\n", n);
  return 0;
}
