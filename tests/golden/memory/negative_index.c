// fencepost: verify
int table[8];
int main(void) {
  int i = -1;
  return table[i];  // !
}
