// fencepost: verify
#include <assert.h>

extern unsigned char table[16];

int main(void) {
  unsigned i = table[0];
  if (i < 16) {
    unsigned char before = table[i];
    assert(table[i] == before);
    assert(table[i] != 77 || table[1] == 0);
  }
  return 0;
}
