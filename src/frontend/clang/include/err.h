#ifndef FENCEPOST_ERR_H
#define FENCEPOST_ERR_H

extern _Noreturn void err(int __status, const char* __format, ...);
extern _Noreturn void errx(int __status, const char* __format, ...);
extern void warn(const char* __format, ...);
extern void warnx(const char* __format, ...);

#endif
