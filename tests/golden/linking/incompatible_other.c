int shorter[2];
int open_ended[2];
int pointer[2] = {1, 2};
const int constant = 1;
int tentative;
struct same {
  int x;
  struct same* next;
};
struct same same;
struct other {
  int x;
  int y;
};
struct other other;
unsigned number;
_Thread_local int per_thread;
int kind(void) { return 1; }
int unused[2];
int fewer(int a, int b) { return a + b; }
long wider(int a) { return a; }
int promoted(int a) { return a; }
int not_promoted(char a) { return a; }
int inside;
long hidden = 4;
