// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Only the head of a list is freed.
#include <stdlib.h>
struct node {
  struct node *next;
};
static struct node *first;
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *made = malloc(sizeof *made);  // !
    made->next = first;
    first = made;
  }
  free(first);
  return 0;
}
