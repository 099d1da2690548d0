// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DPLAIN_PUBLICATION
// A pointer that is published with release carries what it points to, by the reader's address dependency.
#include <assert.h>
#include <linux.h>
struct node {
  int value;
};
struct node first = {1}, second, *head = &first;
int r;
int main(void) {
  {-{ {
    WRITE_ONCE(second.value, 2);
#ifdef PLAIN_PUBLICATION
    WRITE_ONCE(head, &second);
#else
    rcu_assign_pointer(head, &second);
#endif
  } ||| {
    rcu_read_lock();
    struct node* seen = rcu_dereference(head);
    r = READ_ONCE(seen->value);
    rcu_read_unlock();
  } }-}
  assert(r != 0);
}
