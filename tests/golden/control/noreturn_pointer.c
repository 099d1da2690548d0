// fencepost: verify
// fencepost: verify -D ENDS
#include <stdlib.h>
typedef void Ends(void) __attribute__((noreturn));
void ends(void) {
#ifdef ENDS
  exit(0);
#endif
}
int main(void) {
  Ends *end = (Ends *)ends;
  end();  // !
}
