/* Two ways to 5!: arrays, pointers, loops and calls, all checked. */
#include <assert.h>

static void init(int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i + 1;
}

static int multiply(const int *p, int n) {
  int product = 1;
  for (int i = 0; i < n; i++) product *= p[i];
  return product;
}

static int factorial(int n) {
  int x = 1;
  while (n > 0) {
    x *= n;
    n--;
  }
  return x;
}

int main(void) {
  int a[5];
  init(a, 5);
  assert(a[1] == 2);
  assert(multiply(a, 5) == 120);
  assert(multiply(a, 5) == factorial(5));
  return 0;
}
