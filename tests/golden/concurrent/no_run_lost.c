// Whatever threads do to a list, the last line of main is reached. A node may be the one that another thread made, whose
// pointer nobody has written.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: explore --model sc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int value;
  _Atomic(struct node*) next;
};
_Atomic(struct node*) tail;
void* worker(void* arg) {
  struct node *node = malloc(sizeof *node), *next = 0;
  node->value = 1;
  if (!atomic_compare_exchange_strong(&tail->next, &next, node)) tail = next;
  next = tail->next;
  return 0;
}
int main(void) {
  pthread_t thread;
  tail = calloc(1, sizeof(struct node));
  pthread_create(&thread, 0, worker, 0);
  assert(0);
}
