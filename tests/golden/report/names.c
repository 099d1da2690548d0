// fencepost-text: verify --model rc11 --no-check data-race --color never
/* Places are told by the objects that they lie in: members of a struct in a struct, elements of an array, objects of malloc, another
   thread's variable. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct end { atomic_uint head, tail; };
struct ring { struct end prod, cons; int slots[4]; };
struct node { int value; struct node *_Atomic next; };
static struct ring ring;
static struct node nodes[3];
static struct node *_Atomic top;
static atomic_int *_Atomic lent;

static void *push(void *arg) {
  struct ring *r = arg;
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  atomic_int n = 3;
  r->slots[2] = 7;
  second->value = 5;
  atomic_store(&second->next, first);
  atomic_store(&first->next, &nodes[1]);
  atomic_store(&top, second);
  atomic_store(&lent, &n);
  atomic_store_explicit(&r->prod.tail, 0x80000001u, memory_order_release);
  while (atomic_load(&n) == 3) {
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, push, &ring);
  struct ring *r = &ring;
  if (atomic_load_explicit(&r->prod.tail, memory_order_acquire) != 0) {
    struct node *n = atomic_load(&top);
    struct node *next = atomic_load(&n->next);
    struct node *last = atomic_load(&next->next);
    atomic_int *p = atomic_load(&lent);
    assert(r->slots[2] == 7 && last == &nodes[1] && atomic_load(p) != 3);
  }
}
