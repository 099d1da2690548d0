// An inline definition beside an external one (C11 6.7.4p7): which is called is unspecified. A weak one gives way.
// fencepost: verify --entry either
// fencepost: verify --entry always_the_inline_one
// fencepost: verify --entry always_the_external_one
// fencepost: verify --entry by_address
// fencepost: verify --entry internal
// fencepost: verify --entry weak
// with: inline_and_weak_other.c
#include <assert.h>

inline int which(void) { return 1; }
int either(void) {
  int seen = which();
  assert(seen == 1 || seen == 2);
  return 0;
}
int always_the_inline_one(void) {
  assert(which() == 1);  // !
  return 0;
}
int always_the_external_one(void) {
  assert(which() == 2);  // !
  return 0;
}
int by_address(void) {
  int (*pointer)(void) = which;
  assert(pointer() == 2);
  return 0;
}
static inline int own(void) { return 1; }
int internal(void) {
  assert(own() == 1);
  return 0;
}
__attribute__((weak)) int replaced(void) { return 1; }
__attribute__((weak)) int object = 1;
int weak(void) {
  assert(replaced() == 2 && object == 2);
  return 0;
}
