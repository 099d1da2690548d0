// fencepost: verify
// The program's own pointer is known.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};
extern struct node head;

int main(void) {
  struct node copy = head;
  head.next = &head;
  assert(head.next->next == &head);
  copy.next = 0;
  assert(copy.value == head.value);
  return 0;
}
