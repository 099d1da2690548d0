/* <ctype.h> in the "C" locale; see string.c for the rules. An argument is an unsigned char or EOF (C11 7.4p1); isascii and
   toascii take any (POSIX). */
#include <ctype.h>
#include <fencepost_intrinsics.h>

#define __FENCEPOST_CHARACTER(c) __fencepost_check("bad-argument", (c) >= -1 && (c) <= 255)

int isdigit(int character) {
  __FENCEPOST_CHARACTER(character);
  return character >= '0' && character <= '9';
}
int islower(int character) {
  __FENCEPOST_CHARACTER(character);
  return character >= 'a' && character <= 'z';
}
int isupper(int character) {
  __FENCEPOST_CHARACTER(character);
  return character >= 'A' && character <= 'Z';
}
int isalpha(int character) {
  __FENCEPOST_CHARACTER(character);
  return islower(character) || isupper(character);
}
int isalnum(int character) {
  __FENCEPOST_CHARACTER(character);
  return isalpha(character) || isdigit(character);
}
int isascii(int character) { return character >= 0 && character <= 127; }
int isblank(int character) {
  __FENCEPOST_CHARACTER(character);
  return character == ' ' || character == '\t';
}
int iscntrl(int character) {
  __FENCEPOST_CHARACTER(character);
  return (character >= 0 && character < 32) || character == 127;
}
int isgraph(int character) {
  __FENCEPOST_CHARACTER(character);
  return character > 32 && character < 127;
}
int isprint(int character) {
  __FENCEPOST_CHARACTER(character);
  return character >= 32 && character < 127;
}
int ispunct(int character) {
  __FENCEPOST_CHARACTER(character);
  return isgraph(character) && !isalnum(character);
}
int isspace(int character) {
  __FENCEPOST_CHARACTER(character);
  return character == ' ' || (character >= '\t' && character <= '\r');
}
int isxdigit(int character) {
  __FENCEPOST_CHARACTER(character);
  return isdigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}
int tolower(int character) {
  __FENCEPOST_CHARACTER(character);
  return isupper(character) ? character - 'A' + 'a' : character;
}
int toupper(int character) {
  __FENCEPOST_CHARACTER(character);
  return islower(character) ? character - 'a' + 'A' : character;
}
int toascii(int character) { return character & 127; }
