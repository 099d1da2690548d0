// Dekker's algorithm without fences: right under SC, wrong with store buffers.
// fencepost: verify --model sc --unwind 2
// fencepost: verify --model tso
// fencepost: verify --model tso --unwind 2 -DFENCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef FENCE
#define fence() atomic_thread_fence(memory_order_seq_cst)
#else
#define fence()
#endif
int flag0, flag1, turn, inside;
void* first(void* arg) {
  flag0 = 1;
  fence();
  while (flag1)
    if (turn != 0) {
      flag0 = 0;
      while (turn != 0) {
      }
      flag0 = 1;
      fence();
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 1;
  flag0 = 0;
  return 0;
}
void* second(void* arg) {
  flag1 = 1;
  fence();
  while (flag0)
    if (turn != 1) {
      flag1 = 0;
      while (turn != 1) {
      }
      flag1 = 1;
      fence();
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 0;
  flag1 = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
}
