// fencepost: verify --std c23
#include <assert.h>
#include <stddef.h>
int main(int argc, char **) {
  nullptr_t none = nullptr;
  int *p = none;
  bool b = nullptr;
  auto other = nullptr;
  assert(p == nullptr && !b && !none && other == none && sizeof none == sizeof(void *));
  if (argc < 0) unreachable();
}
