// Promises to GNU compilers that are broken, and kept.
// fencepost: verify
// fencepost: verify -D RESULT
// fencepost: verify -D ALIGNED
// fencepost: verify -D KEPT
int use(int *p, int n) __attribute__((nonnull(1)));
int use(int *p, int n) { return n; }
int buffer[4];
__attribute__((returns_nonnull)) int *find(int n) { return n ? buffer : 0; }
int main(int argc, char **argv) {
#if defined RESULT
  return find(argc) == 0;
#elif defined ALIGNED
  return __builtin_assume_aligned((char *)buffer + argc % 2, 4) == 0;
#elif defined KEPT
  return use(find(1), 0) + (__builtin_assume_aligned((char *)buffer + 4, 4) == 0);
#else
  return use(argc > 1 ? buffer : 0, 0);
#endif
}
