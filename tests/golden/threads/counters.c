// What a shared number can be at most follows from the writes that it is computed by, each of which counts once; and no more
// than that follows.
// fencepost: verify --model sc
// statistic: bounded.ranges > 0
// fencepost: verify --model tso
// statistic: bounded.ranges > 0
// fencepost: verify --model rc11
// statistic: bounded.ranges > 0
// fencepost: verify --model sc -DTOO_LITTLE
// fencepost: verify --model pso -DTOO_LITTLE
// fencepost: verify --model sc -DWRAPS
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int up, down;
atomic_uint around = 4294967294u;
#ifdef TOO_LITTLE
enum { kMost = 5 };
#else
enum { kMost = 6 };
#endif
void* count(void* arg) {
  for (int i = 0; i < 3; ++i) {
    int old = up;
    up = old + 1;
    down = down - old;
    around++;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef WRAPS
  assert(around > 4);
#else
  assert(up <= kMost);
  assert(down > -100 && down <= 0);
#endif
}
