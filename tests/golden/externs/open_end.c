// fencepost: verify
// The object may have any number of elements.
extern struct {
  int count;
  int element[];
} list;

int main(void) {
  return list.element[0];
}
