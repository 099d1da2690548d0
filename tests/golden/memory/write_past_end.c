// fencepost: verify
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 10) return 0;
  a[i] = 7;  // !
  return a[i];
}
