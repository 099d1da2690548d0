// C11 6.4.5p7: whether literals with the same end are one array is unspecified, but it does not change.
// fencepost: verify -DA='"abc"' -DB='"abc"' -DTEST='a!=b'
// fencepost: verify -DA='"abc"' -DB='"abc"' -DTEST='a==b'
// fencepost: verify -DA='"abc"' -DB='"abc"' -DTEST='(a==b)==(global==b)'
// fencepost: verify -DA='"xabc"' -DB='"abc"' -DTEST='a+1!=b'
// fencepost: verify -DA='"abc"' -DB='"xabc"' -DTEST='a!=b+1'
// fencepost: verify -DA='"abcx"' -DB='"abc"' -DTEST='a!=b'
// fencepost: verify -DA='"abc"' -DB='"abc"' -DTEST='same==(a==b)&&a[1]==b[1]'
// fencepost: verify -DA='"abc"' -DB='"abc"' -DTEST='(unsigned_long)a!=(unsigned_long)b'
// fencepost: verify -DA='one()' -DB='one()' -DTEST='a==b'
// fencepost: verify -DA='"abc"' -DB='array' -DTEST='a!=b'
// The beginning of one may be the end of another, which is not modelled; strings without zeros inside never overlap so.
// fencepost: verify -DA='"b\0b"' -DB='"ab"' -DTEST='a+1!=b+2'
// fencepost: verify -DA='"ab"' -DB='"bc"' -DTEST='a+1!=b'
#include <assert.h>

typedef unsigned long unsigned_long;
const char* global = "abc";
const char array[] = "abc";
const char* one(void) { return "abc"; }

int main(void) {
  const char *a = A, *b = B;
  int same = a == b;
  assert(TEST);
}
