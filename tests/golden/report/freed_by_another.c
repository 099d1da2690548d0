// fencepost-text: verify --color never
/* A run about freed memory shows where it was freed, and a mutex is one thing to people. */
#include <pthread.h>
#include <stdlib.h>
struct node {
  int key;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *drop(void *none) {
  pthread_mutex_lock(&lock);
  struct node *old = head;
  head = old->next;
  free(old);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *made = malloc(sizeof *made);
    made->key = i;
    made->next = head;
    head = made;
  }
  struct node *mine = head;
  pthread_t other;
  pthread_create(&other, 0, drop, 0);
  pthread_mutex_lock(&lock);
  mine->key = 7;
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
}
