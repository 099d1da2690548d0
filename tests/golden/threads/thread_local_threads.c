// fencepost: verify
#include <assert.h>
#include <pthread.h>
_Thread_local int own = 1;
void *other(void *unused) {
  assert(own == 1);
  own = 2;
  return 0;
}
int main(void) {
  pthread_t id;
  own = 3;
  pthread_create(&id, 0, other, 0);
  pthread_join(id, 0);
  assert(own == 3);
}
