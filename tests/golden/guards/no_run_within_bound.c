// No run comes to its end within the bound, and those beyond it break an assumption: nothing has been shown.
// fencepost: verify --unwind 4
// fencepost: verify --unwind 4 -DHOLDS
void __VERIFIER_assume(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i != n) i++;
#ifdef HOLDS
  __VERIFIER_assume(i == n);
#else
  __VERIFIER_assume(i == 7 && n == 8);
#endif
  return 0;
}
