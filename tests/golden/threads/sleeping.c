// fencepost: verify
// fencepost: verify -DASLEEP
// fencepost: verify -DLEFT
// fencepost: verify -DSAME
// A signal may end a sleep, and something be left (C11 7.26.5.7p2-3), also in the object that said how long.
#include <assert.h>
#include <threads.h>
int main(void) {
  struct timespec second = {1, 0}, left = {0, 0};
#ifdef SAME
  int slept = thrd_sleep(&second, &second);
  assert(second.tv_sec == 1 || slept != 0);
  left = second;
#else
  int slept = thrd_sleep(&second, &left);
  if (slept == 0) assert(left.tv_sec == 0 && left.tv_nsec == 0);
#endif
  assert(slept <= 0);
  assert(left.tv_sec <= 1 && (left.tv_sec < 1 || left.tv_nsec == 0));
#ifdef ASLEEP
  assert(slept == 0);
#endif
#ifdef LEFT
  assert(left.tv_nsec == 0);
#endif
}
