// fencepost: show --stage core
// fencepost: show --stage cfa
// fencepost: show --stage events
int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
int main(void) {
  int a[2] = {1, 2};
  return sum(a, 2);
}
