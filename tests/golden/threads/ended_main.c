// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DSAFE
// fencepost: verify --model rc11 -DSAFE
// When main leaves by thrd_exit, its objects are dead for the threads that go on.
#include <assert.h>
#include <threads.h>
static int still = 1;
static int run(void *x) {
  assert(*(int *)x == 1);
  return 0;
}
static void start(int *x) {
  thrd_t id;
  thrd_create(&id, run, x);
  thrd_exit(0);
}
int main(void) {
  int local = 1;
#ifdef SAFE
  start(&still);
#else
  start(&local);
#endif
}
