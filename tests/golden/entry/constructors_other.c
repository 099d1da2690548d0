#include <assert.h>
extern int steps;
__attribute__((constructor)) static void of_another_file(void) { assert(steps == 4), steps = 5; }
