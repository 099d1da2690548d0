// fencepost: verify
// The bytes of an unknown pointer are as unknown, also in a copy.
struct node {
  int value;
  struct node *next;
};
extern struct node head;

int main(void) {
  struct node copy = head;
  unsigned char *bytes = (unsigned char *)&copy;
  return bytes[sizeof(struct node) - 1] == 200;
}
