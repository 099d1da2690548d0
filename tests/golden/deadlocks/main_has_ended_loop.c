// fencepost: verify --property liveness --model sc
// fencepost: verify --property liveness --model rc11
// fencepost: verify --property liveness --model sc -DSET
// A thread waits in a loop for main, which has ended.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *run(void *unused) {
  while (!atomic_load(&flag));
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, run, 0);
#ifdef SET
  atomic_store(&flag, 1);
#endif
  pthread_exit(0);
}
