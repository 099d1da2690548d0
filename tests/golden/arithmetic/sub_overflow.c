// fencepost: verify
long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x >= 0) return 0;
  return -1 - x < 0 || x - 1 < x;  // !
}
