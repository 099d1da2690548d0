// fencepost: verify
int main(void) {
  int *p = (int *)4096;
  return *p;  // !
}
