/* Values that nobody guesses. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += i * b;
  if (a > 0 && a - sum == 123456) {
    switch (b) {
      case 17:
        reach_error();
        break;
      default:
        sum = 0;
    }
  }
  return sum;
}
