// How wide the numbers of instances are (Variable::is_instance_number).
#pragma once

namespace fencepost::flat {

// Whoever stores them in an int, as locks of the library do, still tells threads apart. A program of more threads would have run out of memory.
constexpr unsigned kNumberBits = 30;

}  // namespace fencepost::flat
