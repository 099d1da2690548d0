// fencepost: verify
#include <assert.h>
#include <pthread.h>
__attribute__((weak)) int hook(void) { return 1; }
extern int limit __attribute__((weak));
int limit = 2;
extern int pthread_join(pthread_t, void **) __attribute__((weak));
int main(void) {
  assert(hook && hook() == 1 && &limit && limit == 2);
  if (0) pthread_join(pthread_self(), 0);
}
