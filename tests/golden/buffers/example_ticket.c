// The example, which needs a fence under pso alone.
// fencepost: verify --engine buffers --model sc
// fencepost: verify --engine buffers --model tso
// fencepost: verify --engine buffers --model pso -DFENCES=2
// fencepost: verify --engine buffers --model pso -DFENCES=2 --extrapolation cubes --cube-size 3
// fencepost: verify --model pso
#include "../../../examples/buffers/ticket.c"
