// fencepost: verify --unwind 20 --unwindset main.5:3
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 10; i++)
    for (int j = 0; j < 3; j++)
      sum += j;
  return sum;
}
