// fencepost-text: verify
// What the pointer designates is not known, not even whether it is null.
struct node {
  int value;
  struct node *next;
};
extern struct node head;

int main(void) {
  if (head.value == 3) return head.next == 0;
  return 0;
}
