// fencepost: verify
// Nobody looks into it: nothing is chosen, and nothing has to be said.
#include <assert.h>

struct module {
  const char *name;
  char text[1000000];
  struct module *next;
};
extern struct module this_module;
extern int other;

int main(void) {
  struct module *owner = &this_module;
  assert(owner != 0);
  assert(owner == &this_module);
  assert((void *)owner != (void *)&other);
  return 0;
}
