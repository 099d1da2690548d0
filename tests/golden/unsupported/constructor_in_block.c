// Whoever calls `other` or not: `set_up` runs before main.
// fencepost: verify
#include <assert.h>
int ready;
void set_up(void) { ready = 1; }
void other(void) {
  extern void set_up(void) __attribute__((constructor));
}
int main(void) { assert(!ready); }
