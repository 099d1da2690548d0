// Values of types beyond C11's, each where it is used and not before.
// fencepost: verify
// fencepost: verify --entry bit_int
// fencepost: verify --entry vector
// fencepost: verify --entry complex
// fencepost: verify --entry half
// fencepost: verify --entry atomic_struct
// fencepost: verify --entry sync
typedef short v8 __attribute__((vector_size(16)));
struct S {
  int *a, b;
};
_Atomic struct S shared;
int *pointer;
int bit_int(void) {
  unsigned _BitInt(7) x = 127;
  x++;
  return x;
}
int vector(void) {
  v8 v = {1, 2, 3, 4};
  return v[0] - 1;
}
int complex(void) {
  double _Complex z;
  __imag__ z = 2;
  __real__ z = 1;
  int same = __real__ z == 1;
  z = z * z;
  return same;
}
int half(void) {
  _Float16 h = 1;
  return h != 1;
}
int atomic_struct(void) {
  struct S s = shared;
  return s.b;
}
int sync(void) {
  __sync_fetch_and_or(&pointer, 1);
  return 0;
}
int main(void) { return 0; }
