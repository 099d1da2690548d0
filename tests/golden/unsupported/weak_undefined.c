// fencepost: verify
// fencepost: verify -D OBJECT
#include <assert.h>
#ifdef OBJECT
extern int hook __attribute__((weak));
int main(void) { assert(&hook); }
#else
void hook(void);
#pragma weak hook
int main(void) {
  if (hook) return 0;
  assert(0);
}
#endif
