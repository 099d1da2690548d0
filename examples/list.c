/* Frees a list, and looks at each node once more than it may. */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *head, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = head;
  return node;
}

int main(void) {
  struct node *head = push(push(NULL, 1), 2);
  for (struct node *node = head; node; node = node->next) free(node);
  return 0;
}
