// fencepost: verify
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned d = __VERIFIER_nondet_uint();
  if (d > 3) return 0;
  return 10u % d;  // !
}
