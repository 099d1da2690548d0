int second(void);
extern void reach_error(void);
int main(void) {
  if (second() == 2) reach_error();
}
