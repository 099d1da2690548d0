// A lock that is taken for ever, and what it protects: nobody else looks at that while it is held. Without the lock there are runs that sc has not.
// fencepost-text: robust --model tso --unwind 1
// fencepost-text: robust --model pso
// fencepost: robust --model tso --unwind 1 -DFREE
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x, y;
#ifdef FREE
#define TAKE()
#define GIVE()
#else
#define TAKE() pthread_mutex_lock(&lock)
#define GIVE() pthread_mutex_unlock(&lock)
#endif
void *other(void *unused) {
  for (;;) {
    TAKE();
    y = 1;
    int seen = x;
    x = seen;
    GIVE();
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) {
    TAKE();
    x = 1;
    int seen = y;
    y = seen;
    GIVE();
  }
}
