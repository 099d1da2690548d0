// An array is aligned like its elements, or as it asks for; that compilers align large ones more is no promise of C (6.2.8, 6.7.5).
// fencepost: verify --entry automatic
// fencepost: verify --entry of_static_storage
// fencepost: verify --entry of_variable_length
// fencepost: verify --check under-aligned --entry as_numbers
// fencepost: verify --check under-aligned --entry right
#include <assert.h>
#include <stdint.h>

static char all[64];
static _Alignas(int) char numbers[64];

void automatic(void) {
  char text[16];
  assert((uintptr_t)text % 16 == 0);
}

void of_static_storage(void) { assert((uintptr_t)all % 16 == 0); }

void of_variable_length(int n) {
  if (n < 1 || n > 64) return;
  int some[n];
  assert((uintptr_t)some % 16 == 0);
}

void as_numbers(void) { *(int *)all = 3; }

void right(void) {
  _Alignas(32) char text[16];
  int some[8];
  assert((uintptr_t)text % 32 == 0 && (uintptr_t)some % sizeof(int) == 0);
  *(int *)numbers = 3;
}
