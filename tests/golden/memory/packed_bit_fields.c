// Bit-fields that straddle the units of their types, and units that stick out of their struct.
// fencepost: verify
// fencepost: run
#include <assert.h>
#include <string.h>
#pragma pack(push, 1)
struct A { unsigned a : 16, b : 15, c : 7; };
#pragma pack(pop)
struct B { char c; int b : 4; } __attribute__((packed));
struct C { unsigned char c : 3; unsigned long long wide : 64; int rest : 5; } __attribute__((packed));
enum E { zero, most = 0x7fffffff };
struct D { _Bool on : 1; enum E e : 31 __attribute__((packed)); long long l : 40; int : 0; short s : 9; };
static struct A g = {23937, 16214, 37};
int main(void) {
  assert(sizeof g == 5 && g.a == 23937 && g.b == 16214 && g.c == 37);
  struct B b = {1, -3};
  assert(sizeof b == 2 && b.c == 1 && b.b == -3);
  struct C c = {5, 0x0123456789abcdefull, -7};
  assert(sizeof c == 9 && c.c == 5 && c.wide == 0x0123456789abcdefull && c.rest == -7);
  c.wide++;
  assert(c.c == 5 && c.wide == 0x0123456789abcdf0ull && c.rest == -7);
  unsigned char bytes[9];
  memcpy(bytes, &c, 9);
  assert(bytes[0] == 0x85 && bytes[8] == 0xc8);
  struct D d = {1, most, -1, 255};
  assert(d.on && d.e == most && d.l == -1 && d.s == 255);
  d.l = 1ll << 38;
  assert(d.on && d.e == most && d.l == 1ll << 38 && d.s == 255);
  return 0;
}
