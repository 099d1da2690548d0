// fencepost: verify --entry typedef_smaller
// fencepost: verify --entry typedef_larger
// fencepost: verify --entry typedef_zero
// fencepost: verify --entry of_typeof
// fencepost: verify --entry of_parameter
// fencepost: verify --entry one_declarator
// fencepost: verify
// Sizes are those at the time when the declaration, the typedef included, was reached (C11 6.7.6.2p5, 6.7.8p3).
#include <assert.h>
int typedef_smaller(void) {
  int n = 2;
  typedef int T[n];
  n = 7;
  T t;
  t[5] = 1;
  return 0;
}
int typedef_larger(void) {
  int n = 7;
  typedef int T[n];
  n = 2;
  T t;
  t[5] = 1;
  assert(sizeof(T) == 28 && sizeof t == 28);
  return 0;
}
int typedef_zero(void) {
  int n = 0;
  typedef int T[n];
  return 0;
}
int of_typeof(void) {
  int n = 2;
  int a[n];
  n = 5;
  __typeof__(a) b;
  b[1] = 1;
  b[2] = 1;
  return 0;
}
static int row(int n, int a[][n], int i) {
  n = 100;
  return a[i][0];
}
int of_parameter(void) {
  int b[2][3] = {{1, 2, 3}, {4, 5, 6}};
  assert(row(3, b, 1) == 4);
  return row(3, b, 2);
}
int one_declarator(void) {  // the sequence point comes at its end
  int n = 2;
  int b[n++][n++];
  return 0;
}
int main(void) {
  int n = 2;
  int b[n++];
  assert(n == 3);  // there is a sequence point after a full declarator (6.7.6p3)
  int c[n++], d[n++];
  assert(n == 5 && sizeof b == 8 && sizeof c == 12 && sizeof d == 16);
  typedef int T[n++];
  T t, *p = &t;
  T rows[n];
  assert(n == 6 && sizeof *p == 20 && sizeof rows == 120);
  assert(sizeof(int[n++]) == 24 && n == 7);
  int i = 0;
  assert(sizeof(rows[i++]) == 20 && i == 1);  // evaluated (6.5.3.4p2)
  n = 2;
  int flat[6] = {1, 2, 3, 4, 5, 6};
  int(*pairs)[n] = (int(*)[n])flat;
  n = 3;
  assert(pairs[1][0] == 3 && ((int(*)[n])flat)[1][0] == 4);
}
