// fencepost: verify
int *local(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = local();
  return *p;  // !
}
