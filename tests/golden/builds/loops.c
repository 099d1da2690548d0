// Loops have names.
// fencepost-text: verify --loops
// fencepost-text: verify --loops --unwind 4 --unwindset search.8:9
int search(const int *in, int count, int wanted) {
  int found = -1;
  // Not the first one that holds it: the last.

  for (int i = 0; i < count; i++)
    if (in[i] == wanted) found = i;
  return found;
}

int main(void) {
  int all[3] = {1, 2, 3}, sum = 0;
  while (sum < 3) sum += search(all, 3, sum);
  return sum;
}
