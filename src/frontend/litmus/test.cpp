#include "frontend/litmus/test.h"

#include <fmt/format.h>

#include <cctype>

#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

std::string to_string(const Test& test, const Value& v) {
  switch (v.kind) {
    case Value::Kind::integer:
      return fmt::format("{}", v.number);
    case Value::Kind::address: {
      const Location& l = test.locations[v.base];
      return v.number == 0 ? l.name : fmt::format("{}+{}", l.name, v.number);
    }
    case Value::Kind::label: {
      if (v.base < test.threads.size())
        for (const auto& [name, index] : test.threads[v.base].labels)
          if (static_cast<int64_t>(index) == v.number) return fmt::format("P{}:{}", v.base, name);
      return fmt::format("P{}:+{}", v.base, v.number);
    }
    case Value::Kind::text:
      return fmt::format("instr:\"{}\"", test.texts[v.base]);
    case Value::Kind::unknown:
      return fmt::format("S{}", v.base);
    case Value::Kind::node:
      return "?";
  }
  return "?";
}

std::string normal_instruction(std::string_view text) {
  std::string normal = upper(text);
  std::erase_if(normal, [](unsigned char c) { return std::isspace(c) != 0; });
  return normal;
}

}  // namespace fencepost::litmus
