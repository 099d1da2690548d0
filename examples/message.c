/* A message is written, then announced: a machine that lets stores overtake each other may announce it too early. */
#include <assert.h>
#include <pthread.h>
int data, ready;
void *writer(void *unused) {
  data = 1;
  ready = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (ready) assert(data);
  pthread_join(thread, 0);
}
