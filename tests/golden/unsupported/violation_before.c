// fencepost: verify
int main(void) {
  int z = 0;
  int x = 1 / z;  // !
  __asm__("nop" : "+r"(x));
  return x;
}
