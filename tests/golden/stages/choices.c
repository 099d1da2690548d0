// fencepost: show --stage events --depth 1
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 8;
  while (n > 0) {
    x = x / n;
    n -= 2;
  }
  return (int)x;
}
