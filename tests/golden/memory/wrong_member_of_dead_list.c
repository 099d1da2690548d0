// fencepost: verify
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = NULL;
  for (struct node *n = head; n; n = n->next)  // !
    free(n);
  return 0;
}
