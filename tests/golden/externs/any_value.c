// fencepost-text: verify
// Defined in code that we do not see: any value is possible, also the one that divides by zero.
extern int step;

int main(void) {
  return 100 / step;
}
