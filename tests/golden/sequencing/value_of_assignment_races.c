// Two assignments to one struct in one expression are a race, whatever becomes of their values.
// fencepost: verify
struct S {
  int x, y;
} a, b = {3, 4};
int f(struct S s, struct S t) { return s.x - t.x; }
int main(void) { return f(a = b, a = b); }
