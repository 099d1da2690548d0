// C11 6.5.16.1p3: an assigned struct is the one that is read, or lies apart from it.
// fencepost: verify
// fencepost: verify -D POINTERS
// fencepost: verify -D EXACT
struct S { int a[4]; };
union { struct { int first; struct S s; } low; struct { struct S s; int last; } high; struct S whole; } u;
struct S array[3];
int main(int argc, char **argv) {
#if defined EXACT
  struct S *p = &array[argc % 3], *q = &array[1], t;
  *p = *q;
  u.high.s = u.whole;
  array[argc % 2] = array[1];
  t = *p = *p;
  return t.a[0];
#elif defined POINTERS
  struct S *p = &array[0], *q = (struct S *)&array[0].a[argc % 5];
  *p = *q;  // !
#else
  u.low.s = u.high.s;  // !
#endif
}
