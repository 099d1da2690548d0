// fencepost: verify --property valid-deref
// fencepost: verify --property valid-deref --engine cegar
// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-deref -DNDEBUG
// A failed assertion ends the program (C11 7.2.1.1p2), also where nobody asks whether one fails.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *made = malloc(sizeof *made);
  int *none = 0;
  if (made) *made = 1;
  made = 0;
  assert(none);
  *none = 1;
}
