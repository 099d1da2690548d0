/* What the thread's last load-exclusive found, until the store-exclusive that stands in another statement: where, of which kind
   (assembly_exclusives.cpp; 0: nothing is kept), and the value, or the pointer. */
static _Thread_local void* __fencepost_exclusive_at;
static _Thread_local unsigned __fencepost_exclusive_kind;
static _Thread_local unsigned long long __fencepost_exclusive_kept;
static _Thread_local void* __fencepost_exclusive_kept_pointer;

void __fencepost_exclusive_number(void* at, unsigned kind, unsigned long long value) {
  __fencepost_exclusive_at = at;
  __fencepost_exclusive_kind = kind;
  __fencepost_exclusive_kept = value;
}

void __fencepost_exclusive_pointer(void* at, unsigned kind, void* value) {
  __fencepost_exclusive_at = at;
  __fencepost_exclusive_kind = kind;
  __fencepost_exclusive_kept_pointer = value;
}

void* __fencepost_exclusive_place(void) { return __fencepost_exclusive_at; }
unsigned long long __fencepost_exclusive_value(void) { return __fencepost_exclusive_kept; }
void* __fencepost_exclusive_found(void) { return __fencepost_exclusive_kept_pointer; }

/* The store takes it, and nothing is left: attempts that fail leave all as it was. */
unsigned __fencepost_exclusive_take(void) {
  unsigned kind = __fencepost_exclusive_kind;
  __fencepost_exclusive_at = 0;
  __fencepost_exclusive_kind = 0;
  __fencepost_exclusive_kept = 0;
  __fencepost_exclusive_kept_pointer = 0;
  return kind;
}
