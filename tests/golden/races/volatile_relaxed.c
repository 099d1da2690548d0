// Accesses to volatile objects are plain to C, and race; the kernel and many libraries take them as relaxed atomics.
// fencepost: verify
// fencepost: verify --model rc11
// fencepost: verify --model sc
// fencepost: verify --model aarch64
// fencepost: verify --volatile relaxed
// fencepost: verify --volatile relaxed --model rc11
// fencepost: verify --volatile relaxed --model rc11 -DFENCES
// fencepost: verify --volatile relaxed --model aarch64
// fencepost: verify --volatile relaxed --model aarch64 -DFENCES
// fencepost: verify --volatile relaxed --model sc
// fencepost: verify --volatile relaxed --model rc11 -DFENCES -DPLAIN
// fencepost: verify --plain relaxed --model rc11 -DFENCES -DPLAIN
// fencepost: verify --plain relaxed -DPLAIN
#include <assert.h>
#include <pthread.h>
#include <string.h>
#ifdef FENCES
#define RELEASE __atomic_thread_fence(__ATOMIC_RELEASE)
#define ACQUIRE __atomic_thread_fence(__ATOMIC_ACQUIRE)
#else
#define RELEASE
#define ACQUIRE
#endif
struct pair {
  int a, b;
};
static volatile int flag;
#ifdef PLAIN
static struct pair data;
#else
static volatile struct pair data;
#endif
static void *writer(void *unused) {
  struct pair made = {1, 2};
  data = made;
  RELEASE;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = flag;
  ACQUIRE;
  int a = data.a;
  if (seen) assert(a == 1);
  pthread_join(t, 0);
  return 0;
}
