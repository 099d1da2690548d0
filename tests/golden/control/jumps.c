// fencepost: verify
#include <assert.h>
int main(void) {
  int i = 0, sum = 0;
again:
  if (i < 4) {
    i++;
    if (i == 2) goto again;
    sum += i;
    goto again;
  }
  assert(sum == 8);
  do {
    sum--;
    if (sum == 3) continue;
    if (sum == 2) break;
  } while (sum > 0);
  assert(sum == 2);
  return 0;
}
