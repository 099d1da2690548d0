// `int a[];` has the length that any declaration of its file gives (C11 6.2.7p4), or one element (6.9.2p5).
// fencepost: verify --entry completed
// fencepost: verify --entry completed_past
// fencepost: verify --entry completed_later
// fencepost: verify --entry never_completed
// fencepost: verify --entry never_completed_past
// fencepost: verify --entry elsewhere
// with: tentative_arrays_other.c
int first[];
extern int first[3];
int later[];
int never[];
int shared[];
extern int shared[2];

int completed(void) { return first[2]; }
int completed_past(void) {
  return first[3];  // !
}
int completed_later(void) { return later[4]; }
extern int later[5];
int never_completed(void) { return never[0]; }
int never_completed_past(void) {
  return never[1];  // !
}
int elsewhere(void) { return shared[1]; }
