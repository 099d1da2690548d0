// What the front end knows of numbers.
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile double values[] = {0.0, -0.0, 1.5, -1.5, 1e300, -1e-300, INFINITY, -INFINITY, NAN};
  for (int i = 0; i < 9; ++i) {
    double x = values[i];
    printf("%d %d %d", isnan(x) != 0, isnan((float)x) != 0, signbit(fabs(x)) != 0);
    printf(" %d %d", signbit(fabsf((float)x)) != 0, fabs(x) == x);
    for (int j = 0; j < 9; ++j) {
      double y = values[j];
      printf(" %d%d%d%d", isgreater(x, y), isgreaterequal(x, y), isless(x, y), islessequal(x, y));
      printf("%d%d", islessgreater(x, y) != 0, isunordered(x, y) != 0);
    }
    printf("\n");
  }
  long any = lrand48();
  int number = rand();
  assert(any >= 0 && any < (1L << 31) && number >= 0);
  srand(7);
  number = rand();
  srand(7);
  printf("%d\n", number == rand());
  srandom(9);
  long other = random();
  srandom(9);
  printf("%d\n", other == random());
  return 0;
}
