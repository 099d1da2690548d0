// An argument of any member's type (GNU C).
// fencepost: verify
#include <assert.h>
typedef union {
  int *p;
  const char *text;
} any __attribute__((transparent_union));
int first(any a) { return *a.text; }
int main(void) {
  int x = 5;
  assert(first("abc") == 'a');
  assert(first(&x) == 5);
  return 0;
}
