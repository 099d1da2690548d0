// fencepost-text: verify --property unreach-call --engine cegar --log steps
// fencepost-text: verify --property unreach-call --engine cegar --log steps --pruning lazy --refinement multi-seq --domain pred-split
// Each round of abstraction and refinement is a line on standard error.
#include <assert.h>

int main(void) {
  unsigned i = 0, j = 0;
  while (i != 1000000) {
    i++;
    j++;
  }
  assert(i == j);
  return 0;
}
