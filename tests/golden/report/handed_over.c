// fencepost-text: verify --color never
// fencepost-text: verify --model aarch64 --color never
/* What a header's helper does is told with its file and the line that called it; the order that it lacks is suggested before a fence. */
#include <assert.h>
#include <pthread.h>
#include "handed_over.h"
static atomic_int data, flag;
static void *writer(void *arg) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  hand_over(&flag);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (is_there(&flag)) assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
}
