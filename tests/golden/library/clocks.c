// Clocks, sleep and the process (POSIX; C11 7.27.2).
// fencepost: verify -DNO_CLOCK
// fencepost: verify -DWOKEN
// fencepost: verify -DUNSET
// fencepost: verify -DTURNED_BACK
// fencepost: verify -DRIGHT
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec first, second, left;
#ifdef NO_CLOCK
  assert(clock() >= 0);
#elif defined WOKEN
  first = (struct timespec){1, 0};
  assert(nanosleep(&first, 0) == 0);
#elif defined UNSET
  first.tv_sec = 0;
  nanosleep(&first, 0);
#elif defined TURNED_BACK
  if (clock_gettime(CLOCK_REALTIME, &first) || clock_gettime(CLOCK_REALTIME, &second)) return 0;
  assert(first.tv_sec <= second.tv_sec);
#elif defined RIGHT
  clock_t start = clock(), end = clock();
  long used = end - start;
  assert(start >= -1 && used == end - start);
  assert(getpid() > 0 && getpid() == getpid());
  if (clock_gettime(CLOCK_MONOTONIC, &first) || clock_gettime(CLOCK_MONOTONIC, &second)) return 0;
  assert(first.tv_sec < second.tv_sec || (first.tv_sec == second.tv_sec && first.tv_nsec <= second.tv_nsec));
  first = (struct timespec){0, 1000000000};
  assert(nanosleep(&first, 0) == -1 && errno == EINVAL);
  first = (struct timespec){1, 5};
  if (nanosleep(&first, &left)) assert(left.tv_sec < 1 || (left.tv_sec == 1 && left.tv_nsec <= 5));
  struct timeval day;
  assert(gettimeofday(&day, 0) == 0 && day.tv_usec < 1000000 && sleep(3) <= 3);
#endif
  return 0;
}
