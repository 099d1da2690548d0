// Where the threads of a Boolean program stand, step by step: what both of its model checkers know, apart from values.
#pragma once

#include <optional>

#include "boolean/boolean_program.h"
#include "flat/configuration.h"

namespace fencepost::boolean {

using flat::Configuration;

// Thread 0 at its entry, and nobody else.
Configuration first_configuration(const BooleanProgram& program);

// Nothing if the step cannot be taken there: the joined thread has not ended, or the spawned one exists.
std::optional<Configuration> configuration_after(const BooleanProgram& program, const Configuration& before,
                                                 uint32_t thread, const Edge& edge);

}  // namespace fencepost::boolean
