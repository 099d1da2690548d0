// fencepost: verify --model sc
// fencepost: verify --model pso
#include <pthread.h>
int x, a[4];
int id(int i) { return i; }
void *f(void *p) {
  a[x++ & 3] = id(x) + (a[1] = a[x & 1]++);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  int seen = x + a[0];
  pthread_join(t, 0);
  return seen * 0;
}
