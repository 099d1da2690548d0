// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// All that is allocated is freed, in another order and by another function.
#include <stdlib.h>
#include <string.h>
static void put_away(char *text) { free(text); }
int main(void) {
  char *a = calloc(3, 2), *b = strdup("fence"), *c = malloc(1);
  c = realloc(c, 10);
  char *d = aligned_alloc(16, 32);
  put_away(b);
  free(c);
  free(d);
  free(a);
  free(NULL);
  return 0;
}
