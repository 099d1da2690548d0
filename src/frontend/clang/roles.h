// The roles of library models: which of them lock, unlock, wait and the like (core::Role).
#pragma once

#include <string_view>

#include "core/core.h"

namespace fencepost::frontend {

core::Role role_of(std::string_view library_function);

}  // namespace fencepost::frontend
