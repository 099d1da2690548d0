// fencepost: verify --std c23
// fencepost: verify --std c23 -D WRONG
#include <assert.h>
enum Answer : bool { no, yes };
int main(int argc, char **) {
  enum Answer answer = (enum Answer)2;
#ifdef WRONG
  assert(answer != yes);  // !
#else
  assert(answer == yes && sizeof answer == 1);
  answer = argc;
  assert(argc == 0 || answer == yes);
#endif
}
