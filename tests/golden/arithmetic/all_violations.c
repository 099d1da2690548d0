// fencepost: verify
// fencepost: verify --all-violations
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = 100 / x;       // A
  int b = 1 << x;        // B
  int c = b + b + a;     // C
  return c;
}
