// fencepost: verify
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;  // !
}
