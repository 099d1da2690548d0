// fencepost: verify
int pick(int c) {
  if (c) return 1;
}
int main(void) {
  pick(0);
  return 0;
}
