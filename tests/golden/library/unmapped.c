// What was unmapped is gone.
// fencepost: verify
#include <sys/mman.h>

int main(void) {
  char *pages = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  munmap(pages, 100);
  return pages[0];
}
