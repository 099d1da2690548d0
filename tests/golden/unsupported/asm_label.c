// Two names of one object.
// fencepost: verify
#include <assert.h>
int x __asm__("shared_name");
extern int shared_name;
int main(void) {
  x = 1;
  shared_name = 0;
  assert(x == 1);
}
