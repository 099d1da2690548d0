// Warnings that a program silences are about what Clang drops all the same.
// fencepost: verify
#pragma GCC diagnostic ignored "-Wattributes"
int x __attribute__((not_known));
int main(void) { return x; }
