// fencepost: verify
int __VERIFIER_nondet_int(void);
int sum(int *p, int *q) { return (*p)++ + (*q)++; }  // !
int main(void) {
  int a[2] = {0, 0};
  return sum(a, a + (__VERIFIER_nondet_int() != 0));
}
