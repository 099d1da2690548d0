// Clang drops what it does not know; GCC stores the other byte first.
// fencepost: verify
#include <assert.h>
struct S { short s; } __attribute__((scalar_storage_order("big-endian")));
int main(void) {
  struct S s = {1};
  assert(*(char *)&s == 1);
}
