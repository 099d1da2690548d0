// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model sc -DMEMCPY
// fencepost: verify --model pso -DMEMCPY
// fencepost: verify --model sc -DSHARED
// fencepost: verify --model tso -DSHARED -DMEMCPY
// fencepost: verify --model sc -DWITHIN
// fencepost: verify --model tso -DWITHIN
// fencepost: verify
// fencepost: verify --model sc -DHOLDS
// fencepost: verify --model tso -DHOLDS -DSHARED -DMEMCPY

// The members of a structure that is copied are read and written in any order, each by itself: one may have been written when
// another one is read. A member is read before it is written, and all are where the copy may overwrite what it reads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct both {
  int a, b;
};
struct three {
  int a, b, c;
};
union {
  struct three all;
  struct both first;
} u = {.all = {1, 2, 3}};
struct both from = {1, 2}, to;
int seen;

static void *other(void *unused) {
#ifdef WITHIN
  seen = u.all.b;
  u.all.c = 5;
#else
#ifdef SHARED
  seen = to.b;
  from.b = 4;
#endif
  seen = to.a;
  from.b = 5;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#ifdef WITHIN
  memmove(&u.all.b, &u.all.a, 2 * sizeof(int));
#elif defined MEMCPY
  memcpy(&to, &from, sizeof to);
#else
  to = from;
#endif
  pthread_join(thread, 0);
#ifdef WITHIN
  assert(u.all.b == 1 && (u.all.c == 2 || u.all.c == 5));
#elif defined HOLDS
  assert(to.a == 1 && (to.b == 2 || to.b == 4 || to.b == 5));
#else
  assert(!(seen == 1 && to.b == 5));
#endif
}
