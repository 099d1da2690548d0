// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine buffers --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call -D FENCE
// A pointer overtakes what was written behind it while nobody else knew the object.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() (void)0
#endif
int *published;
void *writer(void *unused) {
  int *made = malloc(sizeof *made);
  if (!made) return 0;
  *made = 0;
  *made = 7;
  fence();
  published = made;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int *seen = published;
  if (seen) assert(*seen == 7);
}
