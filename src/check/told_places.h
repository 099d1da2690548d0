// Where threads stand, for people who want to see a proof (`--show-proof`): "main at 5 (line 12)".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::check {

// Of longer proofs there is only the beginning to be seen.
constexpr size_t kMostTold = 1000;

std::string told_place(const flat::FlatProgram& program, flat::TemplateId of, flat::Loc at);
// Of the templates with one instance, as configurations list them (flat/configuration.h).
std::string told_places(const flat::FlatProgram& program, const std::vector<uint32_t>& singles);

}  // namespace fencepost::check
