// fencepost: verify
#include <assert.h>
#include <string.h>
int main(void) {
  char s[16] = "ab";
  strcat(s, "cd");
  assert(strlen(s) == 4);
  assert(strcmp(s, "abcd") == 0);
  assert(strcmp("abc", "abd") < 0);
  assert(strchr(s, 'c') == s + 2);
  assert(strstr(s, "bc") == s + 1);
  assert(memcmp(s, "abX", 2) == 0);
  memset(s, 'z', 3);
  assert(s[2] == 'z' && s[3] == 'd');
  return 0;
}
