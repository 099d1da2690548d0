/* <ctype.h> in the "C" locale; see string.c for the rules. An argument is an unsigned char or EOF (C11 7.4p1); isascii and
   toascii take any (POSIX). "True" is any number but 0 (7.4.1p1). */
#include <ctype.h>
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>

#define __FENCEPOST_CHARACTER(c) __fencepost_check("bad-argument", (c) >= -1 && (c) <= 255)
#define __FENCEPOST_TRUTH(holds)   \
  int any = __fencepost_any_int(); \
  return (holds) ? any == 0 ? 1 : any : 0

//: isalnum isalpha isblank iscntrl isdigit isgraph islower | an unsigned char or EOF | any number but 0 for true
//: isprint ispunct isspace isupper isxdigit | an unsigned char or EOF | any number but 0 for true
//: isascii | | any number but 0 for true
//: tolower toupper | an unsigned char or EOF |
//: toascii | |

int isdigit(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_DIGIT(character));
}
int islower(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_LOWER(character));
}
int isupper(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_UPPER(character));
}
int isalpha(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_ALPHA(character));
}
int isalnum(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_ALNUM(character));
}
int isascii(int character) { __FENCEPOST_TRUTH(character >= 0 && character <= 127); }
int isblank(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(character == ' ' || character == '\t');
}
int iscntrl(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH((character >= 0 && character < 32) || character == 127);
}
int isgraph(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_GRAPH(character));
}
int isprint(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(character == ' ' || __FENCEPOST_GRAPH(character));
}
int ispunct(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_GRAPH(character) && !__FENCEPOST_ALNUM(character));
}
int isspace(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_SPACE(character));
}
int isxdigit(int character) {
  __FENCEPOST_CHARACTER(character);
  __FENCEPOST_TRUTH(__FENCEPOST_XDIGIT(character));
}
int tolower(int character) {
  __FENCEPOST_CHARACTER(character);
  return __FENCEPOST_UPPER(character) ? character - 'A' + 'a' : character;
}
int toupper(int character) {
  __FENCEPOST_CHARACTER(character);
  return __FENCEPOST_LOWER(character) ? character - 'a' + 'A' : character;
}
int toascii(int character) { return character & 127; }
