// The sets and relations that front ends may put into an execution graph, for all architectures. A cat file that names
// one of them on a graph without such events sees the empty set: a model of one architecture applies to a test of
// another. A name that is neither here nor defined in the file is an error with a suggestion.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fencepost::memory {

enum class BaseKind { set, relation };

struct BaseName {
  std::string_view name;
  BaseKind kind;
  std::string_view meaning;
  bool of_programs = true;  // see is_of_programs()
};

std::span<const BaseName> base_names();
std::optional<BaseKind> find_base_name(std::string_view name);
// Do C programs have it? Of some that published models name we know only that they are names: an axiom over an empty set is
// not what its author meant.
bool is_of_programs(std::string_view name);

}  // namespace fencepost::memory
