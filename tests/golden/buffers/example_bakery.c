// The example, with the fences that it needs, and without; predicates under sc are given.
// fencepost: verify --engine buffers --model tso -DFENCES=1 --predicates ../../examples/buffers/bakery.predicates
// fencepost: verify --engine buffers --model pso -DFENCES=2 --extrapolation cubes --predicates ../../examples/buffers/bakery.predicates
// fencepost: verify --model tso
// fencepost: verify --model pso -DFENCES=1
#include "../../../examples/buffers/bakery.c"
