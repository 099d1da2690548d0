// fencepost-text: verify --color never
/* The values that a copy of a struct brings along, and words of flags in hexadecimal. */
#include <assert.h>
#include <pthread.h>
struct state {
  int version;
  struct state *before;
  unsigned flags;
};
static struct state old, shared = {1, &old, 0x80000001u}, seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  seen = shared;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_join(t, 0);
  assert(!(seen.flags & 0x80000000u));
}
