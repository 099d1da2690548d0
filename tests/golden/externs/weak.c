// fencepost: verify
// It may be absent, and its address null.
extern int maybe __attribute__((weak));

int main(void) {
  return &maybe != 0;
}
