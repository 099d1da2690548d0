// Only who calls the function meets the attribute.
// fencepost: verify
// fencepost: verify --entry f
int f(void) {
  int x __attribute__((of_another_compiler)) = 1;
  return x - 1;
}
int main(void) { return 0; }
