// fencepost-text: verify
int main(void) {
  helper();
  return 0;
}
int helper(void) { return 0; }
