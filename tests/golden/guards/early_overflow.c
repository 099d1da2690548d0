// Fails in an early iteration of an endless loop: found at once.
// fencepost: verify --timeout 20 --memory 1000
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int y = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000 || x < 0) continue;
    y = y + 200000 * x;
  }
}
