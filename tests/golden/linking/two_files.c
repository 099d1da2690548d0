// fencepost: verify
// with: two_files_other.c
extern int divisor(int);
static int hidden = 1;
int main(void) {
  return 10 / divisor(hidden);  // !
}
