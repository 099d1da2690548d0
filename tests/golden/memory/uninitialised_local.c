// fencepost: verify
// fencepost: verify --uninit unspecified
int main(void) {
  int x;
  if (x > 0)  // !
    return 1;
  return 0;
}
