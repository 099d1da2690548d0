// A member that other threads may see next to an array that is sorted byte by byte: elements do not lie where the pointer does.
// fencepost: verify --model sc --no-check ptr-compare
// fencepost: verify --model tso --no-check ptr-compare
// fencepost: verify --model tso --no-check ptr-compare -DWRONG
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
struct record;
struct list {
  struct record* all;
};
struct record {
  struct list* global;
  void** pointers;
  void* cache[4];
  struct record* next;
};
static struct list list;
static struct record record[2];
static void* slot[2];
static int* ptr;
static void* load(const void* from) {
  void* result;
  __asm__ volatile("movq %1, %0" : "=q"(result) : "m"(*(const uint64_t*)from) : "memory");
  return result;
}
static void store(void* to, const void* value) {
  __asm__ volatile("movq %1, %0" : "=m"(*(uint64_t*)to) : "q"(value) : "memory");
}
static int compare(const void* a, const void* b) {
  void *const *x = a, *const *y = b;
  return (*x > *y) - (*x < *y);
}
static void* reader(void* unused) {
  store(&record[1].pointers[0], load(&ptr));
  return unused;
}
int main(void) {
  unsigned count = 0;
  void** cache = record[0].cache;
  for (int i = 0; i < 2; i++) {
    record[i].global = &list;
    record[i].pointers = &slot[i];
    record[i].next = list.all;
    list.all = &record[i];
  }
  ptr = malloc(sizeof *ptr);
  slot[0] = ptr;
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct list* all = load(&record[0].global);
  for (struct record* here = all->all; here; here = here->next) {
    void* held = load(&here->pointers[0]);
    if (held) cache[count++] = held;
  }
  qsort(cache, count, sizeof *cache, compare);
  pthread_join(thread, 0);
#ifdef WRONG
  assert(count == 2);
#endif
  assert(count != 0 && cache[count - 1] == ptr);
}
