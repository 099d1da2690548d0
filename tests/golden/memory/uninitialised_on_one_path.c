// fencepost: verify
int __VERIFIER_nondet_int(void);
int main(void) {
  int x, c = __VERIFIER_nondet_int();
  if (c) x = 1;
  return x + 1;  // !
}
