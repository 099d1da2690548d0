// JSON as a report prints it. Bytes that are no UTF-8 are replaced, never refused: source text may hold any. Control characters beyond those
// that JSON itself forbids are written as \u007f, too: on standard output they would be made visible (base/escape.h), as what JSON has not.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fencepost::report {

std::string json_text(const nlohmann::ordered_json& json);

}  // namespace fencepost::report
