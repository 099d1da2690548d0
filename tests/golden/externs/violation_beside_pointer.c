// fencepost: verify
// A counterexample that reads no unknown pointer is one.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};
extern struct node head;

int main(void) {
  if (head.value == 3) return head.next == 0;
  assert(head.value != 4);
  return 0;
}
