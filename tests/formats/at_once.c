/* Nothing of interest comes before the failure. */
#include <assert.h>
int main(void) {
  int value = 0;
  assert(value == 1);
}
