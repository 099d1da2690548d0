// The bytes of a pointer are those of an address, whoever reads them: a pointer of parts of two may lead anywhere, and dead
// objects' pointers may have the bytes of others. What is put together again is the pointer.
// fencepost: verify -DMIXED
// fencepost: verify -DCOMPARED
// fencepost: verify -DALIVE
// fencepost: verify -DRESTORED
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct holder { int *pointer; };

int main(void) {
#ifdef MIXED
  int a = 1, b = 2, *p = &a, *q = &b;
  memcpy(&p, &q, 4);
  return *p;
#elif defined RESTORED
  int a = 1, b = 2, *p = &a, *q = &b;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&p)[i] = ((char *)&q)[i];
  assert(*p == 2);
#else
  struct holder one = {malloc(4)}, two;
  if (!one.pointer) return 0;
#ifdef COMPARED
  free(one.pointer);
#endif
  two.pointer = malloc(4);
  if (!two.pointer) return 0;
  assert(memcmp(&one, &two, sizeof one) != 0);
#endif
}
