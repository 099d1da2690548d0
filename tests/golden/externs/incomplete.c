// fencepost: verify
// An address needs no size.
#include <assert.h>

struct device;
extern struct device fallback;
extern int table[];

int main(void) {
  struct device *device = &fallback;
  assert(device != 0);
  assert((void *)device != (void *)table);
  return 0;
}
