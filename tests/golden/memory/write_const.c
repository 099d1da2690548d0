// fencepost: verify
const int limit = 5;
int main(void) {
  int *p = (int *)&limit;
  *p = 6;  // !
  return limit;
}
