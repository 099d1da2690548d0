// fencepost: verify
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) x = -x;  // !
  return x;
}
