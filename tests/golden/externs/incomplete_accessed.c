// fencepost: verify
// Whether there is an element 3 is not known.
extern int table[];

int main(void) {
  table[3] = 1;
  return 0;
}
