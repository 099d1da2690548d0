// The same seed gives the same sequence, and without one it is that of 1 (C11 7.22.2.2p2).
// fencepost: verify -DOTHER
// fencepost: verify -DDIFFERENT
// fencepost: verify -DSECOND
// fencepost: verify -DRIGHT
// fencepost: verify -DMANY
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
#ifdef OTHER
  srand(5);
  int a = rand();
  srand(6);
  assert(a == rand());
#elif defined DIFFERENT
  srand(5);
  int a = rand();
  srand(6);
  assert(a != rand());
#elif defined SECOND
  srand(5);
  int a = rand();
  assert(a == rand());
#elif defined RIGHT
  int first = rand();
  unsigned seed = (unsigned)rand();
  srand(seed);
  int a = rand(), b = rand();
  srand(1);
  assert(first == rand());
  srand(seed);
  assert(a == rand() && b == rand());
  srandom(7);
  long c = random();
  srandom(7);
  assert(c == random() && c <= RAND_MAX);
#elif defined MANY
  srand((unsigned)time(0));
  int all = 0;
  for (int i = 0; i < 100; ++i) all |= rand();
  assert(all >= 0);
#endif
  return 0;
}
