// fencepost: verify
int (*callback)(void);
int main(void) {
  return callback();  // !
}
