// Assignments between objects that overlap (C11 6.5.16.1p3).
// fencepost: verify -DSHIFTED
// fencepost: verify -DOTHER_TYPE
// fencepost: verify -DNARROWER
// fencepost: verify -DSTRUCTS
// fencepost: verify -DPOINTER
// fencepost: verify -DBITS
// fencepost: verify -DRIGHT
#include <assert.h>

union {
  int i;
  float f;
  char c;
  struct __attribute__((packed)) {
    short x;
    int y;
  } p;
  struct {
    unsigned byte : 8;
  } narrow;
  struct {
    unsigned word : 16, next : 16;
  } wide;
} u;
struct pair {
  int a, b;
};

int main(void) {
#ifdef SHIFTED
  u.p.x = 1;
  u.p.y = 2;
  u.i = u.p.y;
#elif defined OTHER_TYPE
  u.f = 1.5f;
  u.i = u.f;
#elif defined NARROWER
  u.i = 65;
  u.c = u.i;
#elif defined STRUCTS
  int numbers[3] = {1, 2, 3};
  *(struct pair *)numbers = *(struct pair *)(numbers + 1);
#elif defined POINTER
  int x = 5;
  char *p = (char *)&x;
  *p = x;
#elif defined BITS
  u.wide.word = 300;
  u.narrow.byte = u.wide.word;
#elif defined RIGHT
  u.wide.next = 7;
  u.narrow.byte = u.wide.next;
  u.f = 1.5f;
  int t = u.f;
  u.i = t;
  u.i = u.i;
  u.c = u.i + 1;
  struct pair pairs[2] = {{1, 2}, {3, 4}}, *p = pairs, *q = pairs + 1;
  *p = *q;
  *p = *p;
  assert(p->a == 3 && u.c == 2);
#endif
  return 0;
}
