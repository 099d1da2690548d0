#ifndef FENCEPOST_SYS_QUEUE_H
#define FENCEPOST_SYS_QUEUE_H

/* Lists as the BSD macros of that name have them: what each macro does is that of queue(3); the text is ours. */

/* Singly linked lists. */
#define SLIST_HEAD(name, type) \
  struct name {                \
    struct type* slh_first;    \
  }
#define SLIST_HEAD_INITIALIZER(head) {(void*)0}
#define SLIST_ENTRY(type)  \
  struct {                 \
    struct type* sle_next; \
  }
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_EMPTY(head) (SLIST_FIRST(head) == (void*)0)
#define SLIST_INIT(head)          \
  do {                            \
    SLIST_FIRST(head) = (void*)0; \
  } while (0)
#define SLIST_INSERT_HEAD(head, element, field)     \
  do {                                              \
    SLIST_NEXT(element, field) = SLIST_FIRST(head); \
    SLIST_FIRST(head) = (element);                  \
  } while (0)
#define SLIST_INSERT_AFTER(place, element, field)          \
  do {                                                     \
    SLIST_NEXT(element, field) = SLIST_NEXT(place, field); \
    SLIST_NEXT(place, field) = (element);                  \
  } while (0)
#define SLIST_REMOVE_HEAD(head, field)                        \
  do {                                                        \
    SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), field); \
  } while (0)
#define SLIST_REMOVE_AFTER(place, field)                                    \
  do {                                                                      \
    SLIST_NEXT(place, field) = SLIST_NEXT(SLIST_NEXT(place, field), field); \
  } while (0)
#define SLIST_REMOVE(head, element, type, field)                          \
  do {                                                                    \
    struct type** __place = &SLIST_FIRST(head);                           \
    while (*__place != (element)) __place = &SLIST_NEXT(*__place, field); \
    *__place = SLIST_NEXT(*__place, field);                               \
  } while (0)
#define SLIST_FOREACH(var, head, field) for ((var) = SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_SAFE(var, head, field, next) \
  for ((var) = SLIST_FIRST(head); (var) && ((next) = SLIST_NEXT(var, field), 1); (var) = (next))

/* Singly linked queues with a tail; SIMPLEQ is the other name. */
#define STAILQ_HEAD(name, type) \
  struct name {                 \
    struct type* stqh_first;    \
    struct type** stqh_last;    \
  }
#define STAILQ_HEAD_INITIALIZER(head) {(void*)0, &(head).stqh_first}
#define STAILQ_ENTRY(type)  \
  struct {                  \
    struct type* stqe_next; \
  }
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_EMPTY(head) (STAILQ_FIRST(head) == (void*)0)
#define STAILQ_INIT(head)                    \
  do {                                       \
    STAILQ_FIRST(head) = (void*)0;           \
    (head)->stqh_last = &STAILQ_FIRST(head); \
  } while (0)
#define STAILQ_INSERT_HEAD(head, element, field)                        \
  do {                                                                  \
    if ((STAILQ_NEXT(element, field) = STAILQ_FIRST(head)) == (void*)0) \
      (head)->stqh_last = &STAILQ_NEXT(element, field);                 \
    STAILQ_FIRST(head) = (element);                                     \
  } while (0)
#define STAILQ_INSERT_TAIL(head, element, field)      \
  do {                                                \
    STAILQ_NEXT(element, field) = (void*)0;           \
    *(head)->stqh_last = (element);                   \
    (head)->stqh_last = &STAILQ_NEXT(element, field); \
  } while (0)
#define STAILQ_INSERT_AFTER(head, place, element, field)                       \
  do {                                                                         \
    if ((STAILQ_NEXT(element, field) = STAILQ_NEXT(place, field)) == (void*)0) \
      (head)->stqh_last = &STAILQ_NEXT(element, field);                        \
    STAILQ_NEXT(place, field) = (element);                                     \
  } while (0)
#define STAILQ_REMOVE_HEAD(head, field)                                            \
  do {                                                                             \
    if ((STAILQ_FIRST(head) = STAILQ_NEXT(STAILQ_FIRST(head), field)) == (void*)0) \
      (head)->stqh_last = &STAILQ_FIRST(head);                                     \
  } while (0)
#define STAILQ_REMOVE_AFTER(head, place, field)                                                  \
  do {                                                                                           \
    if ((STAILQ_NEXT(place, field) = STAILQ_NEXT(STAILQ_NEXT(place, field), field)) == (void*)0) \
      (head)->stqh_last = &STAILQ_NEXT(place, field);                                            \
  } while (0)
#define STAILQ_REMOVE(head, element, type, field)                                           \
  do {                                                                                      \
    struct type** __place = &STAILQ_FIRST(head);                                            \
    while (*__place != (element)) __place = &STAILQ_NEXT(*__place, field);                  \
    if ((*__place = STAILQ_NEXT(*__place, field)) == (void*)0) (head)->stqh_last = __place; \
  } while (0)
#define STAILQ_CONCAT(head, other)              \
  do {                                          \
    if (!STAILQ_EMPTY(other)) {                 \
      *(head)->stqh_last = STAILQ_FIRST(other); \
      (head)->stqh_last = (other)->stqh_last;   \
      STAILQ_INIT(other);                       \
    }                                           \
  } while (0)
#define STAILQ_LAST(head, type, field)  \
  (STAILQ_EMPTY(head) ? (struct type*)0 \
                      : (struct type*)(void*)((char*)(head)->stqh_last - __builtin_offsetof(struct type, field)))
#define STAILQ_FOREACH(var, head, field) for ((var) = STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_SAFE(var, head, field, next) \
  for ((var) = STAILQ_FIRST(head); (var) && ((next) = STAILQ_NEXT(var, field), 1); (var) = (next))
#define SIMPLEQ_HEAD(name, type) \
  struct name {                  \
    struct type* sqh_first;      \
    struct type** sqh_last;      \
  }
#define SIMPLEQ_HEAD_INITIALIZER(head) {(void*)0, &(head).sqh_first}
#define SIMPLEQ_ENTRY(type) \
  struct {                  \
    struct type* sqe_next;  \
  }
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_NEXT(element, field) ((element)->field.sqe_next)
#define SIMPLEQ_EMPTY(head) (SIMPLEQ_FIRST(head) == (void*)0)
#define SIMPLEQ_INIT(head)                   \
  do {                                       \
    SIMPLEQ_FIRST(head) = (void*)0;          \
    (head)->sqh_last = &SIMPLEQ_FIRST(head); \
  } while (0)
#define SIMPLEQ_INSERT_HEAD(head, element, field)                         \
  do {                                                                    \
    if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_FIRST(head)) == (void*)0) \
      (head)->sqh_last = &SIMPLEQ_NEXT(element, field);                   \
    SIMPLEQ_FIRST(head) = (element);                                      \
  } while (0)
#define SIMPLEQ_INSERT_TAIL(head, element, field)     \
  do {                                                \
    SIMPLEQ_NEXT(element, field) = (void*)0;          \
    *(head)->sqh_last = (element);                    \
    (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
  } while (0)
#define SIMPLEQ_INSERT_AFTER(head, place, element, field)                        \
  do {                                                                           \
    if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_NEXT(place, field)) == (void*)0) \
      (head)->sqh_last = &SIMPLEQ_NEXT(element, field);                          \
    SIMPLEQ_NEXT(place, field) = (element);                                      \
  } while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field)                                              \
  do {                                                                                \
    if ((SIMPLEQ_FIRST(head) = SIMPLEQ_NEXT(SIMPLEQ_FIRST(head), field)) == (void*)0) \
      (head)->sqh_last = &SIMPLEQ_FIRST(head);                                        \
  } while (0)
#define SIMPLEQ_REMOVE_AFTER(head, place, field)                                                    \
  do {                                                                                              \
    if ((SIMPLEQ_NEXT(place, field) = SIMPLEQ_NEXT(SIMPLEQ_NEXT(place, field), field)) == (void*)0) \
      (head)->sqh_last = &SIMPLEQ_NEXT(place, field);                                               \
  } while (0)
#define SIMPLEQ_REMOVE(head, element, type, field)                                          \
  do {                                                                                      \
    struct type** __place = &SIMPLEQ_FIRST(head);                                           \
    while (*__place != (element)) __place = &SIMPLEQ_NEXT(*__place, field);                 \
    if ((*__place = SIMPLEQ_NEXT(*__place, field)) == (void*)0) (head)->sqh_last = __place; \
  } while (0)
#define SIMPLEQ_CONCAT(head, other)             \
  do {                                          \
    if (!SIMPLEQ_EMPTY(other)) {                \
      *(head)->sqh_last = SIMPLEQ_FIRST(other); \
      (head)->sqh_last = (other)->sqh_last;     \
      SIMPLEQ_INIT(other);                      \
    }                                           \
  } while (0)
#define SIMPLEQ_LAST(head, type, field)  \
  (SIMPLEQ_EMPTY(head) ? (struct type*)0 \
                       : (struct type*)(void*)((char*)(head)->sqh_last - __builtin_offsetof(struct type, field)))
#define SIMPLEQ_FOREACH(var, head, field) for ((var) = SIMPLEQ_FIRST(head); (var); (var) = SIMPLEQ_NEXT(var, field))
#define SIMPLEQ_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : SIMPLEQ_FIRST(head); (var); (var) = SIMPLEQ_NEXT(var, field))
#define SIMPLEQ_FOREACH_SAFE(var, head, field, next) \
  for ((var) = SIMPLEQ_FIRST(head); (var) && ((next) = SIMPLEQ_NEXT(var, field), 1); (var) = (next))

/* Doubly linked lists. */
#define LIST_HEAD(name, type) \
  struct name {               \
    struct type* lh_first;    \
  }
#define LIST_HEAD_INITIALIZER(head) {(void*)0}
#define LIST_ENTRY(type)   \
  struct {                 \
    struct type* le_next;  \
    struct type** le_prev; \
  }
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_EMPTY(head) (LIST_FIRST(head) == (void*)0)
#define LIST_INIT(head)          \
  do {                           \
    LIST_FIRST(head) = (void*)0; \
  } while (0)
#define LIST_INSERT_HEAD(head, element, field)                      \
  do {                                                              \
    if ((LIST_NEXT(element, field) = LIST_FIRST(head)) != (void*)0) \
      LIST_FIRST(head)->field.le_prev = &LIST_NEXT(element, field); \
    LIST_FIRST(head) = (element);                                   \
    (element)->field.le_prev = &LIST_FIRST(head);                   \
  } while (0)
#define LIST_INSERT_AFTER(place, element, field)                           \
  do {                                                                     \
    if ((LIST_NEXT(element, field) = LIST_NEXT(place, field)) != (void*)0) \
      LIST_NEXT(place, field)->field.le_prev = &LIST_NEXT(element, field); \
    LIST_NEXT(place, field) = (element);                                   \
    (element)->field.le_prev = &LIST_NEXT(place, field);                   \
  } while (0)
#define LIST_INSERT_BEFORE(place, element, field)        \
  do {                                                   \
    (element)->field.le_prev = (place)->field.le_prev;   \
    LIST_NEXT(element, field) = (place);                 \
    *(place)->field.le_prev = (element);                 \
    (place)->field.le_prev = &LIST_NEXT(element, field); \
  } while (0)
#define LIST_REMOVE(element, field)                                                                                 \
  do {                                                                                                              \
    if (LIST_NEXT(element, field) != (void*)0) LIST_NEXT(element, field)->field.le_prev = (element)->field.le_prev; \
    *(element)->field.le_prev = LIST_NEXT(element, field);                                                          \
  } while (0)
#define LIST_FOREACH(var, head, field) for ((var) = LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_SAFE(var, head, field, next) \
  for ((var) = LIST_FIRST(head); (var) && ((next) = LIST_NEXT(var, field), 1); (var) = (next))

/* Doubly linked queues with a tail. */
#define TAILQ_HEAD(name, type) \
  struct name {                \
    struct type* tqh_first;    \
    struct type** tqh_last;    \
  }
#define TAILQ_HEAD_INITIALIZER(head) {(void*)0, &(head).tqh_first}
#define TAILQ_ENTRY(type)   \
  struct {                  \
    struct type* tqe_next;  \
    struct type** tqe_prev; \
  }
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
#define TAILQ_EMPTY(head) (TAILQ_FIRST(head) == (void*)0)
#define TAILQ_LAST(head, name) (*(((struct name*)(void*)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(element, name, field) (*(((struct name*)(void*)((element)->field.tqe_prev))->tqh_last))
#define TAILQ_INIT(head)                   \
  do {                                     \
    TAILQ_FIRST(head) = (void*)0;          \
    (head)->tqh_last = &TAILQ_FIRST(head); \
  } while (0)
#define TAILQ_INSERT_HEAD(head, element, field)                        \
  do {                                                                 \
    if ((TAILQ_NEXT(element, field) = TAILQ_FIRST(head)) != (void*)0)  \
      TAILQ_FIRST(head)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    else                                                               \
      (head)->tqh_last = &TAILQ_NEXT(element, field);                  \
    TAILQ_FIRST(head) = (element);                                     \
    (element)->field.tqe_prev = &TAILQ_FIRST(head);                    \
  } while (0)
#define TAILQ_INSERT_TAIL(head, element, field)     \
  do {                                              \
    TAILQ_NEXT(element, field) = (void*)0;          \
    (element)->field.tqe_prev = (head)->tqh_last;   \
    *(head)->tqh_last = (element);                  \
    (head)->tqh_last = &TAILQ_NEXT(element, field); \
  } while (0)
#define TAILQ_INSERT_AFTER(head, place, element, field)                         \
  do {                                                                          \
    if ((TAILQ_NEXT(element, field) = TAILQ_NEXT(place, field)) != (void*)0)    \
      TAILQ_NEXT(element, field)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    else                                                                        \
      (head)->tqh_last = &TAILQ_NEXT(element, field);                           \
    TAILQ_NEXT(place, field) = (element);                                       \
    (element)->field.tqe_prev = &TAILQ_NEXT(place, field);                      \
  } while (0)
#define TAILQ_INSERT_BEFORE(place, element, field)         \
  do {                                                     \
    (element)->field.tqe_prev = (place)->field.tqe_prev;   \
    TAILQ_NEXT(element, field) = (place);                  \
    *(place)->field.tqe_prev = (element);                  \
    (place)->field.tqe_prev = &TAILQ_NEXT(element, field); \
  } while (0)
#define TAILQ_REMOVE(head, element, field)                                    \
  do {                                                                        \
    if (TAILQ_NEXT(element, field) != (void*)0)                               \
      TAILQ_NEXT(element, field)->field.tqe_prev = (element)->field.tqe_prev; \
    else                                                                      \
      (head)->tqh_last = (element)->field.tqe_prev;                           \
    *(element)->field.tqe_prev = TAILQ_NEXT(element, field);                  \
  } while (0)
#define TAILQ_REPLACE(head, old, element, field)                                \
  do {                                                                          \
    if ((TAILQ_NEXT(element, field) = TAILQ_NEXT(old, field)) != (void*)0)      \
      TAILQ_NEXT(element, field)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    else                                                                        \
      (head)->tqh_last = &TAILQ_NEXT(element, field);                           \
    (element)->field.tqe_prev = (old)->field.tqe_prev;                          \
    *(element)->field.tqe_prev = (element);                                     \
  } while (0)
#define TAILQ_CONCAT(head, other, field)                     \
  do {                                                       \
    if (!TAILQ_EMPTY(other)) {                               \
      *(head)->tqh_last = TAILQ_FIRST(other);                \
      TAILQ_FIRST(other)->field.tqe_prev = (head)->tqh_last; \
      (head)->tqh_last = (other)->tqh_last;                  \
      TAILQ_INIT(other);                                     \
    }                                                        \
  } while (0)
#define TAILQ_FOREACH(var, head, field) for ((var) = TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_FROM(var, head, field) \
  for ((var) = (var) ? (var) : TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_SAFE(var, head, field, next) \
  for ((var) = TAILQ_FIRST(head); (var) && ((next) = TAILQ_NEXT(var, field), 1); (var) = (next))
#define TAILQ_FOREACH_REVERSE(var, head, name, field) \
  for ((var) = TAILQ_LAST(head, name); (var); (var) = TAILQ_PREV(var, name, field))
#define TAILQ_FOREACH_REVERSE_SAFE(var, head, name, field, next) \
  for ((var) = TAILQ_LAST(head, name); (var) && ((next) = TAILQ_PREV(var, name, field), 1); (var) = (next))

/* Circular queues: the head is where both ends meet. */
#define CIRCLEQ_HEAD(name, type) \
  struct name {                  \
    struct type* cqh_first;      \
    struct type* cqh_last;       \
  }
#define CIRCLEQ_HEAD_INITIALIZER(head) {(void*)&(head), (void*)&(head)}
#define CIRCLEQ_ENTRY(type) \
  struct {                  \
    struct type* cqe_next;  \
    struct type* cqe_prev;  \
  }
#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_NEXT(element, field) ((element)->field.cqe_next)
#define CIRCLEQ_PREV(element, field) ((element)->field.cqe_prev)
#define CIRCLEQ_EMPTY(head) (CIRCLEQ_FIRST(head) == (void*)(head))
#define CIRCLEQ_INIT(head)               \
  do {                                   \
    CIRCLEQ_FIRST(head) = (void*)(head); \
    CIRCLEQ_LAST(head) = (void*)(head);  \
  } while (0)
#define CIRCLEQ_INSERT_HEAD(head, element, field)           \
  do {                                                      \
    CIRCLEQ_NEXT(element, field) = CIRCLEQ_FIRST(head);     \
    CIRCLEQ_PREV(element, field) = (void*)(head);           \
    if (CIRCLEQ_LAST(head) == (void*)(head))                \
      CIRCLEQ_LAST(head) = (element);                       \
    else                                                    \
      CIRCLEQ_PREV(CIRCLEQ_FIRST(head), field) = (element); \
    CIRCLEQ_FIRST(head) = (element);                        \
  } while (0)
#define CIRCLEQ_INSERT_TAIL(head, element, field)          \
  do {                                                     \
    CIRCLEQ_PREV(element, field) = CIRCLEQ_LAST(head);     \
    CIRCLEQ_NEXT(element, field) = (void*)(head);          \
    if (CIRCLEQ_FIRST(head) == (void*)(head))              \
      CIRCLEQ_FIRST(head) = (element);                     \
    else                                                   \
      CIRCLEQ_NEXT(CIRCLEQ_LAST(head), field) = (element); \
    CIRCLEQ_LAST(head) = (element);                        \
  } while (0)
#define CIRCLEQ_INSERT_AFTER(head, place, element, field)          \
  do {                                                             \
    CIRCLEQ_NEXT(element, field) = CIRCLEQ_NEXT(place, field);     \
    CIRCLEQ_PREV(element, field) = (place);                        \
    if (CIRCLEQ_NEXT(place, field) == (void*)(head))               \
      CIRCLEQ_LAST(head) = (element);                              \
    else                                                           \
      CIRCLEQ_PREV(CIRCLEQ_NEXT(place, field), field) = (element); \
    CIRCLEQ_NEXT(place, field) = (element);                        \
  } while (0)
#define CIRCLEQ_INSERT_BEFORE(head, place, element, field)         \
  do {                                                             \
    CIRCLEQ_PREV(element, field) = CIRCLEQ_PREV(place, field);     \
    CIRCLEQ_NEXT(element, field) = (place);                        \
    if (CIRCLEQ_PREV(place, field) == (void*)(head))               \
      CIRCLEQ_FIRST(head) = (element);                             \
    else                                                           \
      CIRCLEQ_NEXT(CIRCLEQ_PREV(place, field), field) = (element); \
    CIRCLEQ_PREV(place, field) = (element);                        \
  } while (0)
#define CIRCLEQ_REMOVE(head, element, field)                                            \
  do {                                                                                  \
    if (CIRCLEQ_NEXT(element, field) == (void*)(head))                                  \
      CIRCLEQ_LAST(head) = CIRCLEQ_PREV(element, field);                                \
    else                                                                                \
      CIRCLEQ_PREV(CIRCLEQ_NEXT(element, field), field) = CIRCLEQ_PREV(element, field); \
    if (CIRCLEQ_PREV(element, field) == (void*)(head))                                  \
      CIRCLEQ_FIRST(head) = CIRCLEQ_NEXT(element, field);                               \
    else                                                                                \
      CIRCLEQ_NEXT(CIRCLEQ_PREV(element, field), field) = CIRCLEQ_NEXT(element, field); \
  } while (0)
#define CIRCLEQ_FOREACH(var, head, field) \
  for ((var) = CIRCLEQ_FIRST(head); (var) != (void*)(head); (var) = CIRCLEQ_NEXT(var, field))
#define CIRCLEQ_FOREACH_REVERSE(var, head, field) \
  for ((var) = CIRCLEQ_LAST(head); (var) != (void*)(head); (var) = CIRCLEQ_PREV(var, field))

#endif
