// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso -DFENCED
// fencepost: verify --property unreach-call --model pso -DFENCED
// Szymanski's algorithm (1988) for two threads that never end. Without fences a thread looks at the other's flag before its own is seen.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

int flag[2], inside;

static void enter(int me, int other) {
  flag[me] = 1;
  FENCE();
  while (flag[other] >= 3) {
  }
  flag[me] = 3;
  FENCE();
  if (flag[other] == 1) {
    flag[me] = 2;
    FENCE();
    while (flag[other] != 4) {
    }
  }
  flag[me] = 4;
  FENCE();
  if (me == 1)
    while (flag[other] >= 2) {
    }
}

static void leave(int me, int other) {
  int seen;
  FENCE();
  if (me == 0) do {
      seen = flag[other];
    } while (seen == 2 || seen == 3);
  flag[me] = 0;
}

void *first(void *argument) {
  for (;;) {
    enter(0, 1);
    inside++;
    assert(inside == 1);
    inside--;
    leave(0, 1);
  }
}

void *second(void *argument) {
  for (;;) {
    enter(1, 0);
    inside++;
    assert(inside == 1);
    inside--;
    leave(1, 0);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
