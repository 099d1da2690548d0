// One name with different types in two files (C11 6.2.7p2): undefined where it is used.
// fencepost: verify --entry array_length
// fencepost: verify --entry array_without_length
// fencepost: verify --entry array_without_length_past
// fencepost: verify --entry array_as_pointer
// fencepost: verify --entry const_object
// fencepost: verify --entry tentative_definitions
// fencepost: verify --entry same_struct
// fencepost: verify --entry other_struct
// fencepost: verify --entry enumeration
// fencepost: verify --entry thread_storage
// fencepost: verify --entry object_or_function
// fencepost: verify --entry parameters
// fencepost: verify --entry result
// fencepost: verify --entry without_prototype
// fencepost: verify --entry narrow_without_prototype
// fencepost: verify --entry inside_a_block
// fencepost: verify --entry internal
// with: incompatible_other.c
extern int shorter[10];
extern int open_ended[];
extern int* pointer;
extern int constant;
extern long tentative;
struct same {
  int x;
  struct same* next;
};
extern struct same same;
struct other {
  int x;
  char y;
};
extern struct other other;
enum number { zero, one };
extern enum number number;
extern int per_thread;
extern int kind;
extern int unused[7];
int fewer(int);
int wider(int);
int promoted();
int not_promoted();
static int hidden = 3;

int array_length(void) { return shorter[0]; }
int array_without_length(void) { return open_ended[1]; }
int array_without_length_past(void) { return open_ended[2]; }
int array_as_pointer(void) { return pointer == 0; }
int const_object(void) {
  constant = 2;
  return 0;
}
int tentative_definitions(void) { return tentative != 0; }
int same_struct(void) { return same.x; }
int other_struct(void) { return other.x; }
int enumeration(void) { return number; }
int thread_storage(void) { return per_thread; }
int object_or_function(void) { return kind; }
int parameters(void) { return fewer(1); }
int result(void) { return wider(1); }
int without_prototype(void) { return promoted(1); }
int narrow_without_prototype(void) { return not_promoted(1); }
int inside_a_block(void) {
  extern unsigned inside;
  return inside != 0;
}
int internal(void) { return hidden - 3; }
