// fencepost: verify
// fencepost: verify --strict
int main(void) {
  int a[3];
  int *p = a + 4;  // !
  (void)p;
  return 0;
}
