// fencepost: verify
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  int x = *p + 1;  // !
  free(p);
  return x;
}
