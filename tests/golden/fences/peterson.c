// Peterson's lock without any atomics: under pso a fence also before the flag is taken back. The patch includes stdatomic.h.
// fencepost-text: fences --model tso
// fencepost-text: fences --model pso --patch
#include <assert.h>
#include <pthread.h>

volatile int flag0, flag1, turn, inside;

void *first(void *unused) {
  flag0 = 1;
  turn = 1;
  while (flag1 && turn == 1)
    ;
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  flag0 = 0;
  return 0;
}

void *second(void *unused) {
  flag1 = 1;
  turn = 0;
  while (flag0 && turn == 0)
    ;
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  flag1 = 0;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
