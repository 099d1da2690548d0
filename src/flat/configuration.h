// Where all threads of a flat program stand: the control part of a state. For programs each of whose templates has one instance, so
// that a thread is known by its template.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

struct Configuration {
  static constexpr uint32_t kNotBegun = ~0u, kNobody = ~0u;

  std::vector<uint32_t> at;   // by template: the location, or kNotBegun
  uint32_t atomic = kNobody;  // the thread in an atomic section
  bool operator==(const Configuration&) const = default;
};

inline bool has_begun(const Configuration& configuration, uint32_t thread) {
  return configuration.at[thread] != Configuration::kNotBegun;
}

// The edges by which the thread may leave its location: none if it has not begun, or has ended.
std::span<const Edge> edges_from(const FlatProgram& program, const Configuration& configuration, uint32_t thread);

// Thread 0 at its entry, and nobody else.
Configuration first_configuration(const FlatProgram& program);

// Why threads cannot be told by their templates, or nothing.
std::optional<std::string> why_not_single(const FlatProgram& program);

// Where the threads are after the thread has taken the edge. Nothing if they cannot get there, whatever the variables are: the joined
// thread has not ended, the program is over, or the spawned thread exists already.
std::optional<Configuration> after(const FlatProgram& program, const Configuration& before, uint32_t thread,
                                   const Edge& edge);

}  // namespace fencepost::flat

template <>
struct std::hash<fencepost::flat::Configuration> {
  size_t operator()(const fencepost::flat::Configuration& of) const noexcept {
    size_t sum = of.atomic;
    for (uint32_t at : of.at) sum = sum * 1000003 + at;
    return sum;
  }
};
