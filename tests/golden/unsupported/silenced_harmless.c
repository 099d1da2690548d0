// fencepost: verify
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic error "-Wunknown-pragmas"
#pragma GCC ivdep
int x __attribute__((noipa));
#pragma GCC diagnostic pop
int main(void) { return x; }
