// What a compare-exchange found is a pointer, whatever is known of its place when it is first read.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DFAILS
// fencepost: verify --model rc11 -DFAILS
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  _Atomic(struct node*) next;
  int value;
};
struct node first, second;
_Atomic(struct node*) shared;
void* user(void* arg) {
  struct node *some = shared, *found = 0;
  if (some) atomic_compare_exchange_strong(&some->next, &found, &second);
  shared = found;
  return 0;
}
int main(void) {
  pthread_t thread;
  second.next = &first;
  shared = &second;
  pthread_create(&thread, 0, user, 0);
  struct node* now = shared;
#ifdef FAILS
  assert(now == &second);
#else
  assert(now == &second || now == &first);
#endif
}
