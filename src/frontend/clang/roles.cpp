#include "frontend/clang/roles.h"

#include <unordered_map>

namespace fencepost::frontend {

namespace {

// The word that is locked; of a mutex also its counter and its kind (library/mutexes.c).
constexpr uint64_t kSpin = 32, kMutex = 160;

}  // namespace

core::Role role_of(std::string_view library_function) {
  using core::Role;
  using enum Role::Kind;
  static const std::unordered_map<std::string_view, Role> kRoles = {
      {"pthread_mutex_lock", {lock, kMutex}},
      {"pthread_mutex_unlock", {unlock, kMutex}},
      {"pthread_mutex_trylock", {try_lock, kMutex}},
      {"pthread_mutex_timedlock", {try_lock, kMutex}},
      {"pthread_mutex_destroy", {destroy_lock, kMutex}},
      {"pthread_spin_lock", {lock, kSpin}},
      {"pthread_spin_unlock", {unlock, kSpin}},
      {"pthread_spin_trylock", {try_lock, kSpin}},
      {"pthread_spin_destroy", {destroy_lock, kSpin}},
      {"__fencepost_wait", {wait}},
      {"pthread_barrier_init", {barrier}},
      {"pthread_barrier_wait", {barrier}},
      {"pthread_barrier_destroy", {barrier}},
  };
  auto found = kRoles.find(library_function);
  return found == kRoles.end() ? Role{} : found->second;
}

}  // namespace fencepost::frontend
