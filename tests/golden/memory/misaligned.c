// fencepost: verify
int main(void) {
  int a[2] = {1, 2};
  char *bytes = (char *)a;
  int *p = (int *)(bytes + 1);
  return *p;  // !
}
