// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// What a static object points to is not lost, nor what can be found from there; but it is not freed.
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static struct node *first;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *made = malloc(sizeof *made);  // !
    made->next = first;
    made->value = i;
    first = made;
  }
  return first->value - 2;
}
