// fencepost: verify --entry returned
// fencepost: verify --entry block
// fencepost: verify --entry next_round
// fencepost: verify --entry back
// fencepost: verify --entry out_of_switch
// fencepost: verify --entry out_of_loop
// fencepost: verify --entry of_for
// fencepost: verify --entry statement_expression
// fencepost: verify --entry inside
// fencepost: verify --entry neighbour
// A variable length array lives from its declaration until its scope is left, in whatever way (C11 6.2.4p7).
#include <assert.h>
static int *dead(int n) {
  int a[n];
  a[0] = 1;
  int *p = a;
  return p;
}
int returned(void) { return *dead(2); }
int block(void) {
  int n = 2, *p;
  {
    int a[n];
    a[0] = 1;
    p = a;
  }
  return *p;
}
int next_round(void) {
  int *p = 0;
  for (int i = 1; i < 3; i++) {
    int a[i];
    if (p) return *p;
    a[0] = 1;
    p = a;
  }
  return 0;
}
int back(void) {  // before the declaration there is no array
  int n = 2, *p = 0;
again:
  if (p) return *p;
  int a[n];
  a[0] = 1;
  p = a;
  goto again;
}
int out_of_switch(void) {
  int n = 2, *p = 0;
  switch (n) {
    case 2:;
      int a[n];
      a[0] = 1;
      p = a;
      break;
  }
  return *p;
}
int out_of_loop(void) {
  int n = 2, *p;
  for (;;) {
    int a[n];
    a[0] = 1;
    p = a;
    break;
  }
  return *p;
}
int of_for(void) {
  int n = 2, *p = 0;
  for (int a[n], i = (a[0] = 1, 0); i < 2; i++) p = a, assert(*p == 1);
  return *p;
}
int statement_expression(void) {
  int n = 2;
  int *p = ({
    int a[n];
    a[0] = 1;
    int *q = a;
    q;
  });
  return *p;
}
int inside(void) {
  int sum = 0;
  for (int i = 1; i < 4; i++) {
    int a[i];
    for (int j = 0; j < i; j++) a[j] = j;
    int *p = a;
    sum += p[i - 1];
  }
  assert(sum == 3);
  return 0;
}
int neighbour(void) {  // lives as long as the block, though it is declared after the array
  int n = 2, *p = 0;
again:
  if (p) {
    assert(*p == 7);
    return 0;
  }
  int a[n];
  int x;
  x = 7;
  a[0] = x;
  p = &x;
  goto again;
}
