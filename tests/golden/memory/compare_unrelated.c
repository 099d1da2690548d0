// fencepost: verify
int main(void) {
  int a, b;
  return &a < &b;  // !
}
