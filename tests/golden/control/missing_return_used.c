// fencepost: verify
int pick(int c) {
  if (c) return 1;
}
int main(void) {
  return pick(0);  // !
}
