/* C11 7.2. No include guard: NDEBUG may change between two inclusions. The comparison with 0 makes a scalar of any
   type a truth value and its use a use (of an uninitialised one, for instance). */
#undef assert
#undef static_assert

#ifdef NDEBUG
#define assert(...) ((void)0)
#else
extern void __fencepost_assert(_Bool __ok, const char* __text);
#define assert(...) __fencepost_assert((__VA_ARGS__) != 0, #__VA_ARGS__)
#endif

#define static_assert _Static_assert
