// fencepost-text: verify --model tso --color never
// fencepost-text: verify --color never
/* Wrong under every model: nothing is weak about the run. */
#include <assert.h>
int counter;
int main(void) {
  {-{ counter++; ||| counter++; }-}
  assert(counter == 2);
}
