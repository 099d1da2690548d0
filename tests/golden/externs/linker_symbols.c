// fencepost: verify
// Two ends of what a linker script lays out, by the look of it.
extern char start[], end[];

int main(void) {
  return (int)(end - start);
}
