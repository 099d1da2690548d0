// A load with barriers at one of two places.
// fencepost: explore --model power
// fencepost: explore --model riscv
#include <pthread.h>
int a[2], f;
pthread_t th0, th1;
void *t1(void *unused) {
  int r0 = __atomic_load_n(&f, __ATOMIC_RELAXED);
  a[0] = 2;
  __atomic_load_n(&a[r0 & 1], __ATOMIC_SEQ_CST);
  return 0;
}
void *t0(void *unused) {
  pthread_create(&th1, 0, t1, 0);
  return 0;
}
int main(void) {
  pthread_create(&th0, 0, t0, 0);
  pthread_join(th0, 0);
  pthread_join(th1, 0);
  return a[0];
}
