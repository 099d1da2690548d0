// The object itself, read beside the assignment.
// fencepost: verify
struct S {
  int x, y;
} a, b = {3, 4};
int main(void) { return (a = b).x + a.y; }
