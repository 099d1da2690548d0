// The models by the names that rename.h gives them.
#pragma once

#include <cinttypes>
#include <cstdlib>
#include <ctime>

extern "C" {
size_t model_strlen(const char*);
size_t model_strnlen(const char*, size_t);
char* model_strcpy(char*, const char*);
char* model_stpcpy(char*, const char*);
char* model_strncpy(char*, const char*, size_t);
char* model_strcat(char*, const char*);
char* model_strncat(char*, const char*, size_t);
int model_strcmp(const char*, const char*);
int model_strncmp(const char*, const char*, size_t);
int model_strcoll(const char*, const char*);
size_t model_strxfrm(char*, const char*, size_t);
int model_strcasecmp(const char*, const char*);
int model_strncasecmp(const char*, const char*, size_t);
char* model_strchr(const char*, int);
char* model_strchrnul(const char*, int);
char* model_strrchr(const char*, int);
char* model_index(const char*, int);
char* model_rindex(const char*, int);
size_t model_strspn(const char*, const char*);
size_t model_strcspn(const char*, const char*);
char* model_strpbrk(const char*, const char*);
char* model_strstr(const char*, const char*);
char* model_strtok(char*, const char*);
char* model_strtok_r(char*, const char*, char**);
char* model_strsep(char**, const char*);
char* model_strdup(const char*);
char* model_strndup(const char*, size_t);
int model_memcmp(const void*, const void*, size_t);
int model_bcmp(const void*, const void*, size_t);
void* model_memchr(const void*, int, size_t);
void* model_memrchr(const void*, int, size_t);
void* model_memccpy(void*, const void*, int, size_t);
void* model_mempcpy(void*, const void*, size_t);
void model_bzero(void*, size_t);
void model_bcopy(const void*, void*, size_t);
int model_isalnum(int);
int model_isalpha(int);
int model_isascii(int);
int model_isblank(int);
int model_iscntrl(int);
int model_isdigit(int);
int model_isgraph(int);
int model_islower(int);
int model_isprint(int);
int model_ispunct(int);
int model_isspace(int);
int model_isupper(int);
int model_isxdigit(int);
int model_tolower(int);
int model_toupper(int);
int model_toascii(int);
int model_atoi(const char*);
long model_atol(const char*);
long long model_atoll(const char*);
long model_strtol(const char*, char**, int);
long long model_strtoll(const char*, char**, int);
unsigned long model_strtoul(const char*, char**, int);
unsigned long long model_strtoull(const char*, char**, int);
intmax_t model_strtoimax(const char*, char**, int);
uintmax_t model_strtoumax(const char*, char**, int);
int model_ffs(int);
int model_ffsl(long);
int model_ffsll(long long);
int model_abs(int);
long model_labs(long);
long long model_llabs(long long);
intmax_t model_imaxabs(intmax_t);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
lldiv_t model_lldiv(long long, long long);
imaxdiv_t model_imaxdiv(intmax_t, intmax_t);
int model_posix_memalign(void**, size_t, size_t);
char* model_getenv(const char*);
int model_system(const char*);
int model_atexit(void (*)());
void __fencepost_leave();
int __fencepost_rand();
void __fencepost_srand(unsigned);
long __fencepost_random();
void __fencepost_srandom(unsigned);
void* model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
double model_fabs(double);
double model_fmax(double, double);
double model_fmin(double, double);
double model_trunc(double);
double model_floor(double);
double model_ceil(double);
double model_round(double);
float model_fabsf(float);
float model_fmaxf(float, float);
float model_fminf(float, float);
float model_truncf(float);
float model_floorf(float);
float model_ceilf(float);
float model_roundf(float);
int __fencepost_fpclassify(double, double);
int __fencepost_isinf(double);
int __fencepost_isfinite(double);
int __fencepost_isnan(double);
int __fencepost_signbit(double);
int __fencepost_isunordered(double, double);
int __fencepost_islessgreater(double, double);
extern __thread int __fencepost_errno;  // of C: nothing to initialise when it is used first

struct ModelFile;  // streams of the models
ModelFile* model_fopen(const char*, const char*);
int model_fclose(ModelFile*);
int model_fflush(ModelFile*);
char* model_fgets(char*, int, ModelFile*);
size_t model_fread(void*, size_t, size_t, ModelFile*);
size_t model_fwrite(const void*, size_t, size_t, ModelFile*);
int model_remove(const char*);
int model_rename(const char*, const char*);
void model_perror(const char*);
size_t __fencepost_shown(const char*, int);
size_t __fencepost_put_string(char*, size_t, size_t, const char*, int, size_t, int);
size_t __fencepost_put_integer(char*, size_t, size_t, unsigned long long, int, int, unsigned, char, size_t, int, int);
void __fencepost_put_end(char*, size_t, size_t);
void __fencepost_scan_word(char*, size_t);
void __fencepost_scan_characters(char*, size_t);

time_t model_time(time_t*);
int model_clock_gettime(int, timespec*);
int model_timespec_get(timespec*, int);
int model_gettimeofday(timeval*, void*);
int model_nanosleep(const timespec*, timespec*);
unsigned model_sleep(unsigned);
int model_usleep(unsigned);
}
