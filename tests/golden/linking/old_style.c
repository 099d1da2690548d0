// Parameters of old-style definitions arrive promoted and are converted (C11 6.5.2.2p6, 6.9.1p10).
// fencepost: verify --entry floating
// fencepost: verify --entry narrowed
// fencepost: verify --entry by_open_pointer
// fencepost: verify --entry by_promoted_pointer
// fencepost: verify --entry by_narrow_pointer
// fencepost: verify --entry wrong_type
// fencepost: verify --entry too_many
#include <assert.h>

int of_float(a) float a;
{ return (int)a; }
int of_char(a) char a;
{ return a; }
int of_double(a) double a;
{ return (int)a; }

int floating(void) {
  assert(of_float(1.5f) == 1);
  return 0;
}
int narrowed(void) {
  assert(of_char(257) == 1);
  return 0;
}
int by_open_pointer(void) {
  int (*pointer)() = of_float;
  assert(pointer(2.5f) == 2);
  return 0;
}
int by_promoted_pointer(void) {
  int (*pointer)(double) = of_float;
  assert(pointer(2.5f) == 2);
  return 0;
}
int by_narrow_pointer(void) {
  int (*pointer)(float) = (int (*)(float))of_float;
  return pointer(2.5f);  // !
}
int wrong_type(void) {
  return of_double(1);  // !
}
int too_many(void) {
  return of_char(1, 2);  // !
}
