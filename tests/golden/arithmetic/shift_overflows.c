// SV-COMP's no-overflow: a left shift whose exact result does not fit; that C leaves others undefined is no overflow.
// fencepost: verify --property no-overflow -DA=1 -DB=31
// fencepost: verify --property no-overflow -DA=1 -DB=30
// fencepost: verify --property no-overflow -DA=-1 -DB=31
// fencepost: verify --property no-overflow -DA=-3 -DB=31
// fencepost: verify --property no-overflow -DA=1u -DB=31
// fencepost: verify --property no-overflow -DA=1 -DB=32
// fencepost: verify -DA=-1 -DB=31
// fencepost: verify -DA=1 -DB=31
int main(void) {
  __typeof__(A) a = A;
  int b = B;
  a <<= b;
  return a != 0;
}
