// fencepost: verify --property valid-memcleanup --unwind 2
// A loop that waits allocates in every round: its rounds are not nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int ready;
static void *work(void *unused) {
  atomic_store(&ready, 1);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!atomic_load(&ready)) {
    int *p = malloc(sizeof *p);  // !
  }
  pthread_join(thread, NULL);
  return 0;
}
