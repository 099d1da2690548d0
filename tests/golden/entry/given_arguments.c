// fencepost: verify --entry 'quotient(8, 2)'
// fencepost: verify --entry 'quotient(8, 0)'
int quotient(int a, int b) {
  return a / b;  // !
}
