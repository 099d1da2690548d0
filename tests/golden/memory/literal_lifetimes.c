// Compound literals live as long as the block around them; statements that select or repeat are blocks, and so are their parts (C11 6.5.2.5p5, 6.8.4p3, 6.8.5p5).
// fencepost: verify --entry branch
// fencepost: verify --entry other_branch
// fencepost: verify --entry condition
// fencepost: verify --entry in_the_branch
// fencepost: verify --entry while_body
// fencepost: verify --entry do_body
// fencepost: verify --entry for_body
// fencepost: verify --entry for_clause
// fencepost: verify --entry after_for_clause
// fencepost: verify --entry switch_body
// fencepost: verify --entry block
// fencepost: verify --entry jump_between_branches
int branch(void) {
  int* p;
  if (1) p = &(int){1};
  return *p;  // !
}
int other_branch(void) {
  int* p;
  if (0)
    ;
  else
    p = &(int){1};
  return *p;  // !
}
int condition(void) {
  int* p;
  if ((p = &(int){1}))
    ;
  return *p;  // !
}
int in_the_branch(void) {
  int* p;
  if ((p = &(int){1})) return *p - 1;
  return 0;
}
int while_body(void) {
  int* p = 0;
  while (!p) p = &(int){0};
  return *p;  // !
}
int do_body(void) {
  int* p = 0;
  do p = &(int){0};
  while (!p);
  return *p;  // !
}
int for_body(void) {
  int* p;
  for (int i = 0; i < 1; ++i) p = &(int){0};
  return *p;  // !
}
int for_clause(void) {
  int* p;
  int sum = 0;
  for (p = &(int){0}; *p < 3; ++*p) sum += *p;
  return sum - 3;
}
int after_for_clause(void) {
  int* p;
  for (p = &(int){0}; *p < 3; ++*p)
    ;
  return *p;  // !
}
int switch_body(void) {
  int* p = 0;
  switch (1)
  case 1:
    p = &(int){0};
  return *p;  // !
}
int block(void) {
  int* p;
  p = &(int){0};
  return *p;
}
int jump_between_branches(void) {
  int i = 0;
  if (i)
  again:
    i = *&(int){5};
  else {
    i = 1;
    goto again;
  }
  return i - 5;
}
