// fencepost: verify
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  int sum = 0;
  while (head) {
    struct node *next = head->next;
    sum = 10 * sum + head->value;
    free(head);
    head = next;
  }
  assert(sum == 210);
  return 0;
}
