// Restricted pointers (C11 6.7.3.1): what is not followed is UNKNOWN, with --strict.
// fencepost: verify --strict --entry made_of_number
// fencepost: verify --strict --entry number_elsewhere
// fencepost: verify --strict --entry member
// fencepost: verify --strict --entry file_scope
// fencepost: verify --strict --entry behind_pointer
// fencepost: verify --strict --entry library_by_another
// fencepost: verify --strict --entry library_by_it
// fencepost: verify --strict --entry library_apart
// fencepost: verify --strict --entry library_then_another
// fencepost: verify --strict --entry library_then_read
#include <stdint.h>
#include <string.h>

struct pointers {
  int* restrict p;
};
static int* restrict global;
static char text[4] = "abc", other[4] = "de";
static int by_number(int* restrict a) {
  int* p = (int*)(uintptr_t)a;
  *p = 1;
  return *a;
}
static int by_member(struct pointers s) {
  *s.p = 1;
  return *s.p;
}
static int behind(int* restrict* p, int* q) {
  **p = 1;
  return *q;
}
static size_t length_of_another(char* restrict a, const char* b) {
  a[0] = 'x';
  return strlen(b);
}
static size_t length(char* restrict a) {
  a[0] = 'x';
  return strlen(a);
}
static size_t length_then_write(const char* restrict a) {
  size_t n = strlen(a);
  text[0] = 'x';
  return n;
}
static size_t length_then_read(const char* restrict a) {
  size_t n = strlen(a);
  return n + (text[0] == 'x');
}

int made_of_number(void) {
  int n = 0;
  return by_number(&n) - 1;
}
int number_elsewhere(void) {
  int n = 0;
  int* p = (int*)(uintptr_t)&n;
  return *p;
}
int member(void) {
  int n = 0;
  struct pointers s = {&n};
  return by_member(s) - 1;
}
int file_scope(void) {
  int n = 0;
  global = &n;
  *global = 1;
  return 0;
}
int behind_pointer(void) {
  int n = 0;
  int* p = &n;
  return behind((int* restrict*)&p, &n);
}
int library_by_another(void) { return length_of_another(text, text) != 3; }
int library_by_it(void) { return length(text) != 3; }
int library_apart(void) { return length_of_another(text, other) != 2; }
int library_then_another(void) { return length_then_write(text) != 3; }
int library_then_read(void) { return length_then_read(text) != 3; }
