// fencepost: verify
#include <assert.h>
int x;
void leave(int *p) { x = *p; }
void f(void) { int y __attribute__((cleanup(leave))) = 5; }
int main(void) {
  f();
  assert(x == 0);
}
