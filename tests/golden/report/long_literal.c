// fencepost-text: verify
/* A string is named by its beginning, which says that it goes on, and ends between two letters. */
#include <assert.h>
int main(void) {
  const char *whole = "abcdefghijklmnopqrstuvwx";
  const char *begun = "abcdefghijklmnopqrstuvwxy";
  const char *letters = "x日本日本日本日本日本";
  assert(whole[0] + begun[0] == letters[0]);
}
