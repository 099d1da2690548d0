// A volatile struct is read where its value is asked for, even if nobody wants it, and as volatile objects are; what it is copied to or
// from is accessed as what it is.
// fencepost: verify --model rc11 --volatile relaxed
// fencepost: verify --model rc11
// fencepost: verify --model rc11 --volatile relaxed -DTO
// fencepost: verify --model rc11 --volatile relaxed -DTO -DPLAIN
// fencepost: verify --model rc11 --volatile relaxed -DPLAIN
// fencepost: verify --model rc11 -DDROPPED
// fencepost: verify --model rc11 --volatile relaxed -DDROPPED
#include <assert.h>
#include <pthread.h>

struct pair {
  int a, b;
};
static volatile struct pair shared;
static struct pair plain;

static void *other(void *unused) {
#ifdef PLAIN
  plain.a = 1;
#else
  shared.a = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#ifdef TO
  shared = plain;
#elif defined DROPPED
  shared;
#elif defined PLAIN
  plain = shared;
#else
  struct pair one = shared, two = shared;
  assert(one.b == 0 && two.a >= one.a);
#endif
  pthread_join(thread, 0);
}
