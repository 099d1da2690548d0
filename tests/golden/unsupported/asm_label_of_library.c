// A C library's own names for its functions change nothing.
// fencepost: verify
extern long strtol(const char *, char **, int) __asm__("" "__isoc23_strtol");
extern unsigned long strlen(const char *) __asm__("__strlen_fast") __attribute__((__nothrow__, __leaf__, __pure__, __nonnull__(1)));
int main(void) { return strlen("abc") - 3; }
