// fencepost: verify
#include <assert.h>
int main(void) {
  int i = 0;
  i = i + 1;
  int j = (i++, i++);
  assert(i == 3 && j == 2);
  int k = i++ && i++;
  assert(i == 5 && k == 1);
  k = i++ ? i : 0;
  assert(k == 6);
  i += i * 2;
  assert(i == 18);
  return 0;
}
