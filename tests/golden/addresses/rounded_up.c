// An object without alignment from which aligned ones are cut: what its address says counts, once the program has looked at it.
// fencepost: verify
// fencepost: verify --check under-aligned
// fencepost: verify -DBY_OFFSET --check under-aligned
// fencepost: verify -DNEXT
// fencepost: verify -DOFF_BY_FOUR
// fencepost: verify -DNOT_ROUNDED
// fencepost: verify -DNOT_ROUNDED -DAT=0
// fencepost: verify -DNOT_ROUNDED -DAT=0 --check under-aligned
// fencepost: verify -DKNOWN
// fencepost: verify -DKNOWN --check under-aligned
// fencepost: verify -DWIDE
// fencepost: run
// fencepost: verify --model sc -DTHREADS
// fencepost: verify --model tso -DTHREADS -DOFF_BY_FOUR
// fencepost: verify --model rc11 -DTHREADS
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
static char heap[64];
#ifndef AT
#define AT 1
#endif
#ifdef WIDE
typedef struct {
  _Alignas(32) long words[2];
} Item;
#else
typedef struct {
  long words[2];
} Item;
#endif
static Item* place(void) {
#ifdef BY_OFFSET
  return (Item*)(heap + (-(uintptr_t)heap & (_Alignof(Item) - 1)));
#else
  return (Item*)(((uintptr_t)heap + _Alignof(Item) - 1) & ~(uintptr_t)(_Alignof(Item) - 1));
#endif
}
static void* use(void* arg) {
  Item* item = arg;
  item->words[1] = 1;
  assert(item->words[1] == 1);
  return arg;
}
int main(void) {
#ifdef NOT_ROUNDED  // by the offset alone, it is a multiple of what is needed, or not
  uintptr_t seen = (uintptr_t)heap;
  (void)seen;
  *(long*)(heap + AT) = 1;
#elif defined KNOWN  // nobody knows that heap lies there, but on this path it does
  if ((uintptr_t)heap % 8 == 7) *(long*)(heap + 1) = 1;
#else
  Item* item = place();
#ifdef OFF_BY_FOUR
  item = (Item*)((char*)item + 4);
#endif
#ifdef NEXT
  item++;
#endif
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, 0, use, item);
  pthread_join(thread, 0);
#else
  use(item);
#endif
  assert(item->words[1] == 1);
#endif
}
