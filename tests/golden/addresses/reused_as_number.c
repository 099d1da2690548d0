// The number of a dead object's address leads to the object that lies there now.
// fencepost: verify
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a) return 0;
  uintptr_t number = (uintptr_t)a;
  free(a);
  int *b = malloc(sizeof *b);
  if (!b) return 0;
  *b = 7;
  if ((uintptr_t)b == number) assert(*(int *)number == 7);
  free(b);
  return 0;
}
