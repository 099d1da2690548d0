// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// The cell of an object that is not known yet once pointed elsewhere, and whoever finds the object early finds that.
#include <assert.h>
#include <pthread.h>
struct node {
  struct node *next;
  int value;
};
struct node *published;
void *writer(void *unused) {
  static struct node *kept;
  struct node first = {0, 1}, last = {0, 2}, head = {&first, 0};
  head.next = &last;
  kept = &last;
  published = &head;
  for (;;) {
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct node *seen = published;
  if (seen) assert(seen->next->value == 2);
}
