// With --uninit unspecified what was never set is another value at each read.
// fencepost: verify --uninit unspecified --entry two_reads
// fencepost: verify --uninit unspecified --entry allocated
// fencepost: verify --uninit unspecified --entry read_once
// fencepost: verify --uninit unspecified --entry set_on_one_path
// fencepost: verify --uninit unspecified --entry set_on_both
// fencepost: verify --uninit unspecified --entry bit_field
// fencepost: verify --uninit unspecified --entry bit_field_in_range
// fencepost: verify --uninit unspecified --entry signed_bit_field
#include <assert.h>
#include <stdlib.h>

int two_reads(void) {
  int x;
  int* p = &x;
  int a = *p, b = *p;
  assert(a == b);  // !
  return 0;
}
int allocated(void) {
  float* p = malloc(sizeof *p);
  float a = *p, b = *p;
  free(p);
  assert(a == b || a != a || b != b);  // !
  return 0;
}
int read_once(void) {
  int x;
  int* p = &x;
  int a = *p;
  assert(a == a);
  return 0;
}
int set_on_one_path(int n) {
  int x;
  int* p = &x;
  if (n > 3) x = 1;
  assert(*p == *p);  // !
  return 0;
}
int set_on_both(int n) {
  int x;
  int* p = &x;
  if (n > 3)
    x = 1;
  else
    x = 2;
  assert(*p == *p);
  return 0;
}
struct bits {
  unsigned a : 3;
  int b : 4;
};
int bit_field(void) {
  struct bits x;
  assert(x.a == x.a);  // !
  return 0;
}
int bit_field_in_range(void) {
  struct bits x;
  unsigned a = x.a;
  assert(a <= 7 && a == a);
  return 0;
}
int signed_bit_field(void) {
  struct bits x;
  int b = x.b;
  assert(-8 <= b && b <= 7);
  assert(b >= 0);  // !
  return 0;
}
