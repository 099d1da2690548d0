// Functions of which there is no body: who calls them is told; a file may give bodies, or their results may be anything.
// fencepost: verify
// fencepost: verify --stub builds/stubs.h
// fencepost: verify --havoc device_ready --havoc device_read
// fencepost: verify --havoc device_ready --havoc device_read -DLIMITED
// fencepost: verify --stub builds/stubs.h --havoc device_read -DLIMITED
// fencepost: verify --havoc device_raed --stub builds/stubs.h
#include <assert.h>

int device_ready(void);
int device_read(int *to);
int own(void) { return 1; }

int main(void) {
  int value = 7;
  if (!device_ready()) return 0;
  int count = device_read(&value);
#ifdef LIMITED
  assert(count >= 0);
#endif
  assert(value == 7 || count == 1);
  assert(own() == 1);
  return 0;
}
