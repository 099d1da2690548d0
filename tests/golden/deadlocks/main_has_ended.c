// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock --model tso
// fencepost: verify --property no-deadlock --model rc11
// fencepost: verify --property no-deadlock --model sc -DRELEASED
// fencepost: verify --property no-deadlock --model rc11 -DRELEASED
// A thread waits for a lock that main took with it into its end.
#include <threads.h>
static mtx_t lock;
static int run(void *unused) {
  mtx_lock(&lock);
  return 0;
}
int main(void) {
  thrd_t id;
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  thrd_create(&id, run, 0);
#ifdef RELEASED
  mtx_unlock(&lock);
#endif
  thrd_exit(0);
}
