// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Whether the ring is lost depends on an input.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *back;
};
static struct node *kept;
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = a->back = b;
  b->next = b->back = a;
  kept = __VERIFIER_nondet_int() ? a : b->next->back;
  if (!kept) return 1;
  free(kept->next);
  free(kept);
  kept = NULL;
  return 0;
}
