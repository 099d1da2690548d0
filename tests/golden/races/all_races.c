// fencepost: verify --property no-data-race --all-violations
// fencepost: verify --check data-race
// Every race is reported; by default, under models that do not make races undefined, none is.
// fencepost: verify
#include <pthread.h>
int x, y;
void *worker(void *unused) {
  x = 1;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 2;
  int seen = y;
  pthread_join(a, 0);
  return seen;
}
