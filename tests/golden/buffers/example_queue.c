// The example, which needs fences under pso alone; predicates under sc are given, and their cubes.
// fencepost: verify --engine buffers --model sc --predicates ../../examples/buffers/queue.predicates
// fencepost: verify --engine buffers --model tso --extrapolation cubes --predicates ../../examples/buffers/queue.predicates
// fencepost: verify --engine buffers --model pso -DFENCES=2 --extrapolation predicates --predicates ../../examples/buffers/queue.predicates
// fencepost: verify --model pso
#include "../../../examples/buffers/queue.c"
