// fencepost: verify
int main(void) {
  int i = 0;
  i = i++;  // !
  return i;
}
