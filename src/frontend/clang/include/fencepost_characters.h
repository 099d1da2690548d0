/* Classes of characters in the "C" locale (C11 7.4.1), for the models that decide by them. */
#ifndef FENCEPOST_CHARACTERS_H
#define FENCEPOST_CHARACTERS_H

#define __FENCEPOST_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define __FENCEPOST_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define __FENCEPOST_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define __FENCEPOST_ALPHA(c) (__FENCEPOST_LOWER(c) || __FENCEPOST_UPPER(c))
#define __FENCEPOST_ALNUM(c) (__FENCEPOST_ALPHA(c) || __FENCEPOST_DIGIT(c))
#define __FENCEPOST_XDIGIT(c) (__FENCEPOST_DIGIT(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define __FENCEPOST_GRAPH(c) ((c) > 32 && (c) < 127)
#define __FENCEPOST_SPACE(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))

#endif
