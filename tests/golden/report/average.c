// fencepost-text: verify
// fencepost-text: verify --all-violations --color always
/* The reports of this program are pinned as people see them. */
#include <limits.h>
int average(int a, int b) {
  return (a + b) / 2;
}
int main(void) {
  int big = INT_MAX;
  int mean = average(big, 1);
  return mean;
}
