// fencepost: verify
#include <stdlib.h>
int main(void) {
  free(NULL);
  void *p = malloc(1);
  free(p);
  return 0;
}
