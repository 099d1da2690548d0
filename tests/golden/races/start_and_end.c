// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race -DEARLY
// fencepost: verify --property no-data-race -DLATE
// What comes before the start of a thread or after its end does not race with it; what comes between does.
#include <pthread.h>
int x;
void *worker(void *unused) {
  x = 2;
  return 0;
}
int main(void) {
  pthread_t a;
  x = 1;
  pthread_create(&a, 0, worker, 0);
#ifdef EARLY
  x = 3;
#endif
#ifdef LATE
  return x;
#endif
  pthread_join(a, 0);
  return x;
}
