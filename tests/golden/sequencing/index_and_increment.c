// fencepost: verify
int main(void) {
  int a[3] = {0}, i = 0;
  a[i] = i++;  // !
  return a[0];
}
