// fencepost: verify --unwind 3
unsigned __VERIFIER_nondet_uint(void);
unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1); }
int main(void) { return (int)down(__VERIFIER_nondet_uint()); }
