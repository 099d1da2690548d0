// What the engine does not decide, and why.
// fencepost: verify --engine symmetric
// fencepost: verify --engine symmetric --property unreach-call --model rc11
// fencepost: verify --engine symmetric --property no-data-race
#include <pthread.h>
int x;
void *worker(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
}
