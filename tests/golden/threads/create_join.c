// fencepost: show --stage core
#include <pthread.h>
int shared;
void *writer(void *argument) {
  shared = *(int *)argument;
  return &shared;
}
int main(void) {
  pthread_t id;
  int value = 3;
  void *result;
  pthread_create(&id, NULL, writer, &value);
  pthread_join(id, &result);
  return *(int *)result;
}
