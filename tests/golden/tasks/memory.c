#include <stdlib.h>
char *kept;
int main(void) {
  kept = malloc(4);
  char *dropped = malloc(4);
  dropped[3] = 0;
  return 0;
}
