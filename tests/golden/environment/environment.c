// What a third parameter of main points to is not known; who does not look is not concerned.
// fencepost: verify
// fencepost: verify -DLOOKS
// fencepost: run
#include <assert.h>

int main(int argc, char** argv, char** environment) {
#ifdef LOOKS
  return environment[0] != 0;
#else
  assert(environment != 0 || argc >= 0);
  return argc > 1;
#endif
}
