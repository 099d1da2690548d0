// fencepost: verify
int main(void) {
  int x = 1;
  if (x == 2) __asm__("bswap %0" : "+r"(x));
  return x;
}
