// fencepost: verify --property valid-memtrack --entry keep
// fencepost: verify --property valid-memtrack --entry drop
// fencepost: verify --check unfreed --entry keep
// fencepost: verify --entry drop
// The program ends where the function returns that it begins with. Leaks are looked for only where that was asked for.
#include <stdlib.h>
int *kept;
void keep(void) {
  kept = malloc(4);  // !
}
void drop(void) {
  int *p = malloc(4);  // !
}
