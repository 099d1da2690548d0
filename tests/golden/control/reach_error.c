// fencepost: verify
// fencepost: verify --property unreach-call
// fencepost: verify --property no-overflow
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  if (x == 11) reach_error();  // !
  return 0;
}
