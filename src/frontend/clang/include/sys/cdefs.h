#ifndef FENCEPOST_SYS_CDEFS_H
#define FENCEPOST_SYS_CDEFS_H

#include <features.h>

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __CONCAT1(a, b) a##b
#define __CONCAT(a, b) __CONCAT1(a, b)
#define __STRING(text) #text
#define __XSTRING(text) __STRING(text)
#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __ptr_t void*
#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_warn_unused_result__ __attribute__((__warn_unused_result__))
#define __nonnull(parameters) __attribute__((__nonnull__ parameters))
#define __wur
#define __always_inline inline __attribute__((__always_inline__))
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
/* Of BSD systems. */
#define __predict_true(condition) __builtin_expect((condition) != 0, 1)
#define __predict_false(condition) __builtin_expect((condition) != 0, 0)
#define __dead2 __attribute__((__noreturn__))
#define __pure2 __attribute__((__const__))
#define __packed __attribute__((__packed__))
#define __aligned(bytes) __attribute__((__aligned__(bytes)))
#define __printflike(format, first) __attribute__((__format__(__printf__, format, first)))
#define __containerof(member_pointer, type, member) \
  ((type*)(void*)((char*)(1 ? (member_pointer) : &((type*)0)->member) - __builtin_offsetof(type, member)))
#define __DECONST(type, pointer) ((type)(__UINTPTR_TYPE__)(const void*)(pointer))
#define __DEVOLATILE(type, pointer) ((type)(__UINTPTR_TYPE__)(volatile void*)(pointer))
#define __DEQUALIFY(type, pointer) ((type)(__UINTPTR_TYPE__)(const volatile void*)(pointer))
#define __offsetof(type, member) __builtin_offsetof(type, member)
#define __RCSID(text) struct __fencepost_no_id
#define __KERNEL_RCSID(number, text) struct __fencepost_no_id
#define __FBSDID(text) struct __fencepost_no_id
#define __COPYRIGHT(text) struct __fencepost_no_id
#define __SCCSID(text) struct __fencepost_no_id

#endif
