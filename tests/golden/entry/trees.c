// Pointers of arbitrary objects: null, their own, or another's; two steps from the arguments all of it is known.
// fencepost: verify --entry left_is_null
// fencepost: verify --entry two_steps
// fencepost: verify --entry three_steps
// fencepost: verify --entry sure_of_left
// fencepost: verify --entry children_differ
// fencepost: verify --entry no_cycle
// fencepost: verify --entry not_below
// fencepost: verify --entry not_above
// fencepost: verify --entry no_ring
// fencepost: verify --entry none_in_common
#include <assert.h>

struct tree {
  struct tree *left, *right;
  int key;
};

int left_is_null(struct tree *t) { return t && !t->left; }
int two_steps(struct tree *t) { return t && t->left ? t->left->key : 0; }
int three_steps(struct tree *t) { return t && t->left && t->left->left ? t->left->left->key : 0; }
int sure_of_left(struct tree *t) { return t ? t->left->key : 0; }

void children_differ(struct tree *t) {
  if (t && t->left) assert(t->left != t->right);
}

void no_cycle(struct tree *t) {
  if (t) assert(t->left != t);
}

void not_below(struct tree *t, struct tree *u) {
  if (t && u) assert(t->left != u);
}

void not_above(struct tree *t, struct tree *u) {
  if (t && u) assert(u->left != t);
}

void no_ring(struct tree *t, struct tree *u) {
  if (t && u && t != u) assert(t->left != u || u->right != t);
}

void none_in_common(const struct tree *t, struct tree *u) {
  if (t && u && t != u && t->left) assert(t->left != u->left);
}
