#ifndef FENCEPOST_GETOPT_H
#define FENCEPOST_GETOPT_H

#include <unistd.h>

#define no_argument 0
#define required_argument 1
#define optional_argument 2

struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};

extern int getopt_long(int __count, char* const __arguments[], const char* __options, const struct option* __long,
                       int* __index);

#endif
