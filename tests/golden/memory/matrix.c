// fencepost: verify
#include <assert.h>
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) sum += m[i][j];
  assert(sum == 21);
  assert(sizeof m == 6 * sizeof(int));
  int(*row)[3] = m + 1;
  assert((*row)[2] == 6);
  return 0;
}
