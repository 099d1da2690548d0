// 21/QRCU-2: a reader and an updater (qrcu.h).
#include "qrcu.h"

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, updater, 0);
}
