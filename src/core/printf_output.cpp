#include "core/printf_output.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <optional>

#include "core/integer_ops.h"

namespace fencepost::core {

namespace {

// One conversion specification: %[flags][width][.precision][length]letter
struct Conversion {
  std::string flags;
  std::optional<int> width, precision;
  std::string length;
  char letter = 0;

  // For the host's printf, whose argument has the width of `modifier`.
  std::string spelled(const char* modifier) const {
    std::string text = "%" + flags;
    if (width) text += std::to_string(*width);
    if (precision) text += "." + std::to_string(*precision);
    return text + modifier + letter;
  }
};

template <typename T>
std::string by_host(const Conversion& conversion, const char* modifier, T value) {
  std::string format = conversion.spelled(modifier);
  int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length < 0) return "?";
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

// How many bits of an integer argument the length modifier leaves (7.21.6.1p7).
unsigned kept_bits(const std::string& length, const Type& type) {
  if (length == "hh") return 8;
  if (length == "h") return 16;
  return std::min<unsigned>(type.bits, 64);
}

std::string string_at(const Value& pointer, std::optional<int> most, const Memory& memory) {
  constexpr int kLongest = 1 << 20;
  std::string text;
  for (int i = 0; i < most.value_or(kLongest); ++i) {
    Value here{pointer.bits + static_cast<Bits>(i), pointer.object, false};
    if (!memory.accessible(here, 1)) return text + "?";
    const Byte& byte = memory.stored(pointer.object, static_cast<uint64_t>(memory.signed_offset(here)));
    bool is_plain = byte.object == kNoObject && byte.unspecified == 0;
    if (is_plain && byte.value == 0) return text;
    text += is_plain ? static_cast<char>(byte.value) : '?';
  }
  return text;
}

std::string floating(const Conversion& conversion, const PrintedArgument& argument) {
  if (argument.type.bits == 64) {
    double value = 0;
    uint64_t bits = static_cast<uint64_t>(argument.value.bits);
    std::memcpy(&value, &bits, sizeof value);
    return by_host(conversion, "", value);
  }
  if (argument.type.bits != 80 && argument.type.bits != 128) return "?";
  long double value = 0;
  std::memcpy(&value, &argument.value.bits, sizeof value);
  return by_host(conversion, "L", value);
}

std::string one(const Conversion& conversion, const PrintedArgument& argument, const Memory& memory) {
  const Type& type = argument.type;
  bool is_integer = type.kind == TypeKind::integer || type.kind == TypeKind::boolean;
  switch (conversion.letter) {
    case 'd':
    case 'i':
      if (!is_integer) return "?";
      return by_host(conversion, "ll",
                     static_cast<long long>(sign_extend(argument.value.bits, kept_bits(conversion.length, type))));
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      if (!is_integer) return "?";
      return by_host(
          conversion, "ll",
          static_cast<unsigned long long>(truncate(argument.value.bits, kept_bits(conversion.length, type))));
    case 'c':
      return is_integer ? by_host(conversion, "", static_cast<int>(argument.value.bits & 0xff)) : "?";
    case 's':
      if (type.kind != TypeKind::pointer) return "?";
      return by_host(conversion, "", string_at(argument.value, conversion.precision, memory).c_str());
    case 'p':
      if (argument.value.object == kNoObject) return argument.value.bits == 0 ? "(nil)" : "?";
      return "&" + memory.object(argument.value.object).name;
    default:
      return type.kind == TypeKind::floating ? floating(conversion, argument) : "?";
  }
}

}  // namespace

std::string printf_output(std::string_view format, std::span<const PrintedArgument> args, const Memory& memory) {
  std::string given;
  if (format.empty()) {
    if (args.empty()) return "";
    given = string_at(args[0].value, std::nullopt, memory);
    format = given;
    args = args.subspan(1);
  }
  auto take = [&]() -> std::optional<PrintedArgument> {
    if (args.empty()) return std::nullopt;
    PrintedArgument first = args.front();
    args = args.subspan(1);
    return first;
  };
  std::string text;
  size_t at = 0;
  auto more = [&](std::string_view set) {
    return at < format.size() && set.find(format[at]) != std::string_view::npos;
  };
  auto number = [&]() -> std::optional<int> {
    constexpr int kWidest = 4096;
    if (more("*")) {
      ++at;
      std::optional<PrintedArgument> argument = take();
      if (!argument) return std::nullopt;
      return static_cast<int>(std::min<SignedBits>(kWidest, sign_extend(argument->value.bits, argument->type.bits)));
    }
    if (!more("0123456789")) return std::nullopt;
    int value = 0;
    for (; more("0123456789"); ++at) value = std::min(kWidest, 10 * value + (format[at] - '0'));
    return value;
  };
  while (at < format.size()) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    ++at;
    Conversion conversion;
    while (more("-+ #0")) conversion.flags += format[at++];
    conversion.width = number();
    if (conversion.width && *conversion.width < 0) {  // as of the argument of a `*` (p5)
      conversion.flags += '-';
      conversion.width = -*conversion.width;
    }
    if (more(".")) {
      ++at;
      conversion.precision = number().value_or(0);
      if (*conversion.precision < 0) conversion.precision.reset();
    }
    while (more("hljztL")) conversion.length += format[at++];
    if (at == format.size()) break;
    conversion.letter = format[at++];
    if (conversion.letter == '%') {
      text += '%';
    } else if (conversion.letter == 'n') {
      take();
    } else {
      std::optional<PrintedArgument> argument = take();
      text += argument ? one(conversion, *argument, memory) : "?";
    }
  }
  return text;
}

}  // namespace fencepost::core
