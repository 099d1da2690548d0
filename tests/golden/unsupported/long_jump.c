// fencepost: verify
#include <setjmp.h>
jmp_buf buffer;
int main(void) {
  if (setjmp(buffer)) return 1;
  longjmp(buffer, 1);
}
