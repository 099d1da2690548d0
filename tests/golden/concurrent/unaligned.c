// What is not aligned is accessed byte by byte: others may find some of its bytes written and others not.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DCOPY
// fencepost: verify --model sc -DLOCKED
// fencepost: verify --model rc11 -DLOCKED
// fencepost: verify --model sc -DALIGNED
#include <assert.h>
#include <pthread.h>
#ifdef ALIGNED
#define PACKED
#else
#define PACKED __attribute__((packed))
#endif
struct PACKED member {
  char tag;
  unsigned short value;
} shared, ones = {1, 0x0101};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef LOCKED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
static void *writes(void *unused) {
  LOCK;
#ifdef COPY
  shared = ones;
#else
  shared.value = 0x0101;
#endif
  UNLOCK;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  LOCK;
  unsigned seen = shared.value;
  UNLOCK;
  assert(seen == 0 || seen == 0x0101);
}
