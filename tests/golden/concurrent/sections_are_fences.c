// Atomic sections and mutexes order like full fences under TSO and PSO, also where no other thread uses the same one.
// fencepost: verify --model tso -DSECTION
// fencepost: verify --model pso -DSECTION
// fencepost: verify --model tso -DMUTEX
// fencepost: verify --model pso -DMUTEX
// fencepost: verify --model tso
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, z[2], r1, r2;
pthread_mutex_t m[2];
void barrier(int i) {
#ifdef SECTION
  __VERIFIER_atomic_begin();
  z[i] = 1;
  __VERIFIER_atomic_end();
#endif
#ifdef MUTEX
  pthread_mutex_lock(&m[i]);
  pthread_mutex_unlock(&m[i]);
#endif
}
void* left(void* arg) {
  x = 1;
  barrier(0);
  r1 = y;
  return 0;
}
void* right(void* arg) {
  y = 1;
  barrier(1);
  r2 = x;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);
}
