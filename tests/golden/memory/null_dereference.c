// fencepost: verify
#include <stddef.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node a = {1, NULL};
  return a.next->value;  // !
}
