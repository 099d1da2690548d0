// fencepost: verify
extern int table[100000];

int main(void) {
  table[0] = 1;
  return table[1];
}
