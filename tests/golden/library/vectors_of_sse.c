// The types of xmmintrin.h are there, in unions and copied.
// fencepost: verify
#include <assert.h>
#include <emmintrin.h>
typedef union {
  struct {
    unsigned long a, b;
  } parts;
  __m128 whole;
} pair;
static pair one, other;
int main(void) {
  assert(sizeof(pair) == 16 && _Alignof(pair) == 16 && sizeof(__m128i) == 16);
  one.parts.b = 7;
  other = one;
  assert(other.parts.a == 0 && other.parts.b == 7);
  return 0;
}
