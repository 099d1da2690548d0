// fencepost: verify -DN=4
// fencepost: verify -D N=3
// fencepost: verify -DN=4 -std=c99 -I linking
#ifndef N
#error "define N"
#endif
int main(void) {
  int a[N];
  a[3] = 1;  // !
  return 0;
}
