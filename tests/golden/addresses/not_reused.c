// Objects that live together have different addresses, also later, when one of them or both are dead; and what is equal to
// one place is equal to no other.
// fencepost: verify
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(8);
  if (!a) return 0;
  char *b = malloc(8);
  if (!b) return 0;
  assert(a != b);
  free(a);
  assert(a != b);
  char *c = malloc(4), *d = malloc(4);
  if (!c || !d) return 0;
  assert(c != b && c != d);
  assert(!(a == c && a == d));
  free(b);
  free(c);
  assert(c != d);
  assert(a != b);
  return 0;
}
