// fencepost: show --stage core
int f(void);
int g(void) { return 2; }
int main(void) {
  int i = 0;
  i += g() * i++;
  return i;
}
