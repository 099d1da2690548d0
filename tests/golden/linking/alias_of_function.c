// A name that a model of ours has, made to mean something else.
// fencepost: verify
#include <assert.h>
int called;
int mine(const char *s) { return called = 1; }
int puts(const char *s) __attribute__((alias("mine")));
int main(void) {
  puts("");
  assert(called == 0);
}
