// fencepost: verify
int real(void) { return 1; }
static int other(void) __attribute__((weakref("real")));
int main(void) { return other() - 1; }
