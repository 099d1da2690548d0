// fencepost-text: show --stage flat
int depth(int n) {
  return n > 0 ? 1 + depth(n - 1) : 0;
}
int main(void) { return depth(3); }
