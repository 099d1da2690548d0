// C11 6.5.2.5p7: compound literals with const-qualified types need not designate distinct objects, nor be distinct from string
// literals with the same bytes; others do. One evaluation after the other gives the same object while the block lasts.
// fencepost: verify -DA='(const_int[]){1,2}' -DB='(const_int[]){1,2}' -DTEST='a!=b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='(const_int[]){1,2}' -DTEST='a==b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='(const_int[]){1,3}' -DTEST='a!=b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='(const_int[]){0,1,2,3}' -DTEST='a!=b+1'
// fencepost: verify -DA='(int[]){1,2}' -DB='(const_int[]){1,2}' -DTEST='a!=b'
// fencepost: verify -DA='(int[]){1,2}' -DB='(int[]){1,2}' -DTEST='a!=b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='global' -DTEST='a!=b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='one()' -DTEST='a!=b'
// fencepost: verify -DA='(const_char[]){"abc"}' -DB='"abc"' -DTEST='a!=b'
// fencepost: verify -DA='(const_char[]){"abc"}' -DB='"abc"' -DTEST='a==b'
// fencepost: verify -DA='"ab\0cd"' -DB='"ab"' -DTEST='a!=b'
// fencepost: verify -DA='__func__' -DB='"main"' -DTEST='a!=b'
// fencepost: verify -DA='&(const_pair){1,2}' -DB='&(const_pair){1,2}' -DTEST='a!=b'
// fencepost: verify -DA='(const_int[]){1,2}' -DB='a' -DTEST='((const_int*)b)[1]==2&&a==b'
// fencepost: verify -DA='(const_int[]){variable}' -DB='(const_int[]){variable}' -DTEST='a!=b'
// fencepost: verify -DA='one()' -DB='a' -DTEST='*(const_int*)b==1'
// fencepost: verify -DA='global' -DB='a' -DTEST='*(int*)b=2'
#include <assert.h>

typedef const int const_int;
typedef const char const_char;
typedef const struct { int a; char b; } const_pair;
int variable = 5;
const int *global = (const int[]){1, 2};
const int *one(void) { return (const int[]){1, 2}; }

int main(void) {
  const __typeof__(*(A)) *a = A;
  const __typeof__(*(B)) *b = B;
  assert(TEST);
}
