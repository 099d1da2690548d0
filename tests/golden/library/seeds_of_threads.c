// In programs with threads numbers are chosen one by one, which says nothing of sequences that repeat.
// fencepost: verify
// fencepost: verify -DAGAIN
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first;
static void *draw(void *unused) {
  first = rand();
  return unused;
}
int main(void) {
  pthread_t t;
  srand(3);
  pthread_create(&t, 0, draw, 0);
  pthread_join(t, 0);
  assert(first >= 0);
#ifdef AGAIN
  srand(3);
  assert(rand() == first);
#endif
  return 0;
}
