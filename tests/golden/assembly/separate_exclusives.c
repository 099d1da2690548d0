// A load-exclusive and its store-exclusive in statements of their own, as in musl: together one update, which may fail.
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DPOINTERS
// fencepost: verify --model aarch64 -DONCE
// fencepost: verify --model aarch64 -DOTHER_PLACE
// fencepost: verify --model aarch64 -DLOAD_BETWEEN
// fencepost: verify --model aarch64 -DNO_LOAD
// fencepost: verify --model power
// fencepost: verify --model power -DPOINTERS
// fencepost: verify --model power -DONCE
// fencepost: verify --target aarch64 --model sc
// fencepost: verify --target aarch64 --model rc11 -DMESSAGE --plain relaxed
// fencepost: verify --target ppc64 --model rc11
#include <assert.h>
#include <pthread.h>

#ifdef __aarch64__
static inline int load(int *p) {
  int v;
  __asm__ volatile("ldaxr %w0, %1" : "=r"(v) : "Q"(*p));
  return v;
}
static inline int store(int *p, int v) {
  int failed;
  __asm__ volatile("stlxr %w0, %w2, %1" : "=&r"(failed), "=Q"(*p) : "r"(v) : "memory");
  return !failed;
}
static inline void *load_pointer(void *p) {
  void *v;
  __asm__ volatile("ldaxr %0, %1" : "=r"(v) : "Q"(*(void *volatile *)p));
  return v;
}
static inline int store_pointer(void *p, void *v) {
  int failed;
  __asm__ volatile("stlxr %w0, %2, %1" : "=&r"(failed), "=Q"(*(void *volatile *)p) : "r"(v) : "memory");
  return !failed;
}
#define FULL() __asm__ volatile("dmb ish" : : : "memory")
#define AFTER()
#else
static inline int load(int *p) {
  int v;
  __asm__ volatile("lwarx %0, 0, %2" : "=r"(v) : "m"(*p), "r"(p));
  return v;
}
static inline int store(int *p, int v) {
  int word;
  __asm__ volatile("stwcx. %2, 0, %3 ; mfcr %0" : "=r"(word), "=m"(*p) : "r"(v), "r"(p) : "memory", "cc");
  return (word & 0x20000000) != 0;
}
static inline void *load_pointer(void *p) {
  void *v;
  __asm__ volatile("ldarx %0, 0, %2" : "=r"(v) : "m"(*(void *volatile *)p), "r"(p));
  return v;
}
static inline int store_pointer(void *p, void *v) {
  int word;
  __asm__ volatile("stdcx. %2, 0, %3 ; mfcr %0" : "=r"(word), "=m"(*(void *volatile *)p) : "r"(v), "r"(p) : "memory", "cc");
  return (word & 0x20000000) != 0;
}
#define FULL() __asm__ volatile("sync" : : : "memory")
#define AFTER() __asm__ volatile("isync" : : : "memory")
#endif

static int word, other;

static int compare_swap(int *p, int was, int to) {
  int old;
  FULL();
  do old = load(p);
  while (old == was && !store(p, to));
  AFTER();
  return old;
}

static int add(int *p, int v) {
  int old;
  FULL();
  do old = load(p);
  while (!store(p, old + v));
  AFTER();
  return old;
}

static void *compare_swap_pointer(void *p, void *was, void *to) {
  void *old;
  FULL();
  do old = load_pointer(p);
  while (old == was && !store_pointer(p, to));
  AFTER();
  return old;
}

static int owners, lock;
static struct node {
  struct node *next;
  int value;
} nodes[2], *top;

static void *worker(void *arg) {
#if defined(POINTERS)
  struct node *mine = arg, *old;
  mine->value = 1;
  do {
    old = *(struct node *volatile *)&top;
    mine->next = old;
  } while (compare_swap_pointer(&top, old, mine) != old);
#elif defined(ONCE)
  int old = load(&word);
  if (!store(&word, old + 1)) owners = 1;
#elif defined(OTHER_PLACE)
  load(&word);
  store(&other, 1);
#elif defined(LOAD_BETWEEN)
  int old = load(&word);
  store(&word, *(volatile int *)&other + old);
#elif defined(NO_LOAD)
  store(&word, 1);
#elif defined(MESSAGE)
  if (arg == &nodes[0]) {
    other = 1;
    add(&word, 1);
  } else if (add(&word, 1) == 1) {
    assert(other == 1);
  }
#else
  if (compare_swap(&lock, 0, 1) == 0) {
    owners++;
    assert(owners == 1);
    owners--;
    FULL();
    add(&lock, -1);
  }
  add(&word, 1);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &nodes[0]);
  pthread_create(&b, 0, worker, &nodes[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
#if defined(POINTERS)
  int n = 0;
  for (struct node *p = top; p; p = p->next) n += p->value;
  assert(n == 2);
#elif defined(ONCE)
  assert(word == 2 || owners == 1);
  assert(word == 2);
#elif !defined(MESSAGE) && !defined(OTHER_PLACE) && !defined(LOAD_BETWEEN) && !defined(NO_LOAD)
  assert(word == 2);
#endif
}
