// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race --model rc11
// fencepost: verify --property no-data-race -DREAD
// fencepost: verify --property no-data-race -DBETWEEN=":0"
// fencepost: verify --property no-data-race -DBETWEEN="between:2"
// fencepost: verify --property no-data-race --model rc11 -DBETWEEN=":0"
// fencepost: verify --property no-data-race -DMEMBER
// fencepost: verify --property no-data-race -DNESTED
// Adjacent bit-fields are one memory location, unless one of width zero, another member or the border of a nested struct
// is between them (C11 3.14p3).
#include <pthread.h>
struct {
  unsigned first : 4;
#ifdef BETWEEN
  unsigned BETWEEN;
#endif
#ifdef MEMBER
  char between;
#endif
#ifdef NESTED
  struct {
    unsigned second : 4;
  };
#else
  unsigned second : 4;
#endif
} flags;
void *left(void *unused) {
  flags.first = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, left, 0);
#ifdef READ
  int seen = flags.second;
#else
  flags.second = 1;
#endif
  pthread_join(a, 0);
}
