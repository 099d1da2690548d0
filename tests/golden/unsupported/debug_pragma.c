// This makes Clang crash unless it is told not to.
// fencepost: verify
#pragma clang __debug crash
int main(void) { return 0; }
