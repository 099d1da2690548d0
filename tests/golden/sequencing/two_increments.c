// fencepost: verify
int main(void) {
  int i = 0;
  int j = i++ + i++;  // !
  return j;
}
