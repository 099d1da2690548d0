// What is left of what was mapped is not known.
// fencepost: verify
#include <sys/mman.h>

int main(void) {
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return munmap(pages, 4096);
}
