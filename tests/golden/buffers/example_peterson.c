// The example, with the fences that it needs, and without.
// fencepost: verify --engine buffers --model sc
// fencepost: verify --engine buffers --model tso -DFENCES=1
// fencepost: verify --engine buffers --model pso -DFENCES=2
// fencepost: verify --model tso
// fencepost: verify --model pso -DFENCES=1
#include "../../../examples/buffers/peterson.c"
