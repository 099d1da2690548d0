extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  long a = __VERIFIER_nondet_int();
  if (sizeof(long) != 4) reach_error();
  return (int)(a + 1 > a);
}
