// Pointers that go through numbers, and through words of two, lead back to where they came from, and comparisons of such numbers are those
// of places: a stack with a counter beside its top (as liblfds has it, the counter being a pointer), and a queue of numbers (as userspace RCU's).
// fencepost: verify --model sc
// fencepost: verify --model tso -DTHREADS
// fencepost: verify --model sc -DNUMBERS
// fencepost: verify --model sc -DFIRST_PAGE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct element {
  struct element *next;
  void *value;
};
static struct {
  struct element *top, *count;
} stack __attribute__((aligned(16)));
static struct element elements[3];

static int exchange(struct element **expected, struct element *top, struct element *count) {
  unsigned char done;
  __asm__ volatile("lock; cmpxchg16b %0; setz %4"
                   : "+m"(stack.top), "+m"(stack.count), "+a"(expected[0]), "+d"(expected[1]), "=q"(done)
                   : "b"(top), "c"(count)
                   : "memory");
  return done;
}
static void push(struct element *e) {
  struct element *seen[2] = {stack.top, stack.count};
  do e->next = seen[0];
  while (!exchange(seen, e, seen[1] + 1));
}
static struct element *pop(void) {
  struct element *seen[2] = {stack.top, stack.count};
  do
    if (!seen[0]) return 0;
  while (!exchange(seen, seen[0]->next, seen[1]));
  return seen[0];
}

static uintptr_t head;
static uintptr_t swap_if(uintptr_t *at, uintptr_t was, uintptr_t to) {
  return __sync_val_compare_and_swap(at, was, to);
}
static void *put(void *arg) {
#ifdef NUMBERS
  struct element *e = malloc(sizeof *e);
  if (!e) return arg;
  uintptr_t seen;
  do {
    seen = __atomic_load_n(&head, __ATOMIC_RELAXED);
    e->next = (struct element *)seen;
  } while (swap_if(&head, seen, (uintptr_t)e) != seen);
#else
  push(arg);
#endif
  return arg;
}

int main(void) {
#if defined(FIRST_PAGE)  // no object is so low that a small number could be its address
  uintptr_t number = (uintptr_t)&elements[0];
  assert(number >= 4096 && (struct element *)(uintptr_t)48 != &elements[0]);
  assert(number != 4096);  // but above that
#elif defined(NUMBERS) || defined(THREADS)
  pthread_t a;
  pthread_create(&a, 0, put, &elements[0]);
  put(&elements[1]);
  pthread_join(a, 0);
#ifdef NUMBERS
  struct element *last = (struct element *)head;
  while (last && last->next) last = last->next;
#else
  struct element *x = pop(), *y = pop();
  assert(x != y && x && y && !pop());
#endif
#else
  for (int i = 0; i < 6; i++) push(&elements[i % 3]);
  assert(stack.count == (struct element *)0 + 6);
  assert(pop() == &elements[2]);
#endif
}
