// Fails in any of a million iterations that must happen: found in the first ones.
// fencepost: verify --timeout 20 --memory 1000
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000000; i++) s = 100 / __VERIFIER_nondet_int();
  return s;
}
