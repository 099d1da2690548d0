// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso -DFENCED
// fencepost: verify --property unreach-call --model pso -DFENCED
// Burns' algorithm (1981): the first thread only waits, the second one withdraws.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

int flag[2], inside;

void *first(void *argument) {
  for (;;) {
    flag[0] = 1;
    FENCE();
    while (flag[1]) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    FENCE();
    flag[0] = 0;
  }
}

void *second(void *argument) {
  for (;;) {
    do {
      flag[1] = 0;
      while (flag[0]) {
      }
      flag[1] = 1;
      FENCE();
    } while (flag[0]);
    inside++;
    assert(inside == 1);
    inside--;
    FENCE();
    flag[1] = 0;
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
