// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Two objects that hold each other are lost together; the third is held by a static object.
#include <stdlib.h>
struct node {
  struct node *next;
};
static struct node *kept;
static struct node *make(struct node *next) {
  struct node *made = malloc(sizeof *made);  // !
  made->next = next;
  return made;
}
int main(void) {
  struct node *a = make(NULL);
  a->next = make(a);
  kept = make(a);
  kept->next = kept;
  return 0;
}
