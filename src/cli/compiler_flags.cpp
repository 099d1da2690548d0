#include "cli/compiler_flags.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "cli/option_table.h"
#include "driver/options.h"

namespace fencepost::cli {

namespace {

enum class Use : uint8_t {
  left_out,
  not_obeyed,
  to_clang,   // as it is
  is_option,  // that of the row
};

struct Flag {
  std::string_view text;
  enum Form : uint8_t { exact, prefix, with_value } form;  // with_value: the next word, or what follows
  Use use;
  std::string_view option = {};
};

// The first row that fits counts.
constexpr std::array kFlags = {
    Flag{"-include", Flag::with_value, Use::to_clang},
    Flag{"-imacros", Flag::with_value, Use::to_clang},
    Flag{"-isystem", Flag::with_value, Use::to_clang},
    Flag{"-iquote", Flag::with_value, Use::to_clang},
    Flag{"-idirafter", Flag::with_value, Use::to_clang},
    Flag{"-fshort-enums", Flag::exact, Use::to_clang},
    Flag{"-fshort-wchar", Flag::exact, Use::to_clang},
    Flag{"-fpack-struct", Flag::prefix, Use::to_clang},
    Flag{"-fms-extensions", Flag::exact, Use::to_clang},
    Flag{"-fgnu89-inline", Flag::exact, Use::to_clang},
    Flag{"-fno-gnu89-inline", Flag::exact, Use::to_clang},
    Flag{"-ffreestanding", Flag::exact, Use::to_clang},
    Flag{"-funsigned-char", Flag::exact, Use::is_option, "--char=unsigned"},
    Flag{"-fno-signed-char", Flag::exact, Use::is_option, "--char=unsigned"},
    Flag{"-fsigned-char", Flag::exact, Use::is_option, "--char=signed"},
    Flag{"-fno-unsigned-char", Flag::exact, Use::is_option, "--char=signed"},
    Flag{"-fwrapv", Flag::exact, Use::is_option, "--no-check=signed-overflow"},
    Flag{"-fno-strict-overflow", Flag::exact, Use::is_option, "--no-check=signed-overflow"},
    Flag{"-m32", Flag::exact, Use::is_option, "--data-model=ILP32"},
    Flag{"-m64", Flag::exact, Use::is_option, "--data-model=LP64"},
    Flag{"-ansi", Flag::exact, Use::is_option, "--std=c89"},
    Flag{"-ffast-math", Flag::exact, Use::not_obeyed},
    Flag{"-Ofast", Flag::exact, Use::not_obeyed},
    Flag{"-funsafe-math-optimizations", Flag::exact, Use::not_obeyed},
    Flag{"-fsingle-precision-constant", Flag::exact, Use::not_obeyed},
    Flag{"-funsigned-bitfields", Flag::exact, Use::not_obeyed},
    Flag{"-mlong-double", Flag::prefix, Use::not_obeyed},
    Flag{"-mx32", Flag::exact, Use::not_obeyed},
    Flag{"-MF", Flag::with_value, Use::left_out},
    Flag{"-MT", Flag::with_value, Use::left_out},
    Flag{"-MQ", Flag::with_value, Use::left_out},
    Flag{"-L", Flag::with_value, Use::left_out},
    Flag{"-x", Flag::with_value, Use::left_out},
    Flag{"-Xlinker", Flag::with_value, Use::left_out},
    Flag{"--param", Flag::with_value, Use::left_out},
    Flag{"--sysroot=", Flag::prefix, Use::left_out},
    Flag{"-O", Flag::prefix, Use::left_out},
    Flag{"-g", Flag::prefix, Use::left_out},
    Flag{"-W", Flag::prefix, Use::left_out},
    Flag{"-f", Flag::prefix, Use::left_out},
    Flag{"-m", Flag::prefix, Use::left_out},
    Flag{"-M", Flag::prefix, Use::left_out},
    Flag{"-l", Flag::prefix, Use::left_out},
    Flag{"-B", Flag::prefix, Use::left_out},
    Flag{"-pthread", Flag::prefix, Use::left_out},
    Flag{"-pedantic", Flag::prefix, Use::left_out},
    Flag{"-save-temps", Flag::prefix, Use::left_out},
    Flag{"-nostd", Flag::prefix, Use::left_out},
    Flag{"-static", Flag::prefix, Use::left_out},
    Flag{"-nodefaultlibs", Flag::exact, Use::left_out},
    Flag{"-shared", Flag::exact, Use::left_out},
    Flag{"-rdynamic", Flag::exact, Use::left_out},
    Flag{"-pie", Flag::exact, Use::left_out},
    Flag{"-no-pie", Flag::exact, Use::left_out},
    Flag{"-pipe", Flag::exact, Use::left_out},
    Flag{"-pg", Flag::exact, Use::left_out},
    Flag{"-c", Flag::exact, Use::left_out},
    Flag{"-S", Flag::exact, Use::left_out},
    Flag{"-s", Flag::exact, Use::left_out},
    Flag{"-w", Flag::exact, Use::left_out},
};

constexpr std::array<std::string_view, 6> kCommands = {"verify", "show", "run", "explore", "fences", "robust"};

struct OwnOptions {
  std::vector<std::string> names;     // of every command, without dashes
  std::set<std::string> with_values;  // with dashes
};

OwnOptions own_options() {
  OwnOptions own;
  for (const driver::OptionInfo& info : driver::option_table()) {
    std::string_view flags = info.flags;
    while (!flags.empty()) {
      std::string one(flags.substr(0, flags.find(',')));
      flags.remove_prefix(std::min(flags.size(), one.size() + 1));
      if (one.starts_with("--")) own.names.push_back(one.substr(2));
      if (!std::holds_alternative<driver::Flag driver::Options::*>(info.member)) own.with_values.insert(one);
    }
  }
  return own;
}

// Two neighbours have changed places.
bool is_swapped(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  auto [first, in_b] = std::ranges::mismatch(a, b);
  if (first == a.end() || first + 1 == a.end()) return false;
  std::string swapped = a;
  std::swap(swapped[static_cast<size_t>(first - a.begin())], swapped[static_cast<size_t>(first - a.begin()) + 1]);
  return swapped == b;
}

// -model and -formt, but not -fno-pic.
bool looks_like_ours(const std::string& given, const OwnOptions& own) {
  constexpr size_t kShortest = 5;  // of names that are taken for misspelt
  std::string name = given.substr(1, given.find('=') - 1);
  if (std::ranges::find(own.names, name) != own.names.end()) return true;
  return name.size() >= kShortest && std::ranges::any_of(own.names, [&](const std::string& one) {
           return one.size() >= kShortest && (distance(one, name) <= 1 || is_swapped(one, name));
         });
}

}  // namespace

CompilerFlags without_compiler_flags(const std::vector<std::string>& given) {
  CompilerFlags result;
  if (given.empty() || std::ranges::find(kCommands, given.front()) == kCommands.end()) {
    result.arguments = given;
    return result;
  }
  const OwnOptions own = own_options();
  // What -c makes is not our report.
  const bool compiles = std::ranges::find(given, "-c") != given.end();
  for (size_t i = 0; i < given.size(); ++i) {
    const std::string& word = given[i];
    auto copy = [&](size_t words) {
      for (size_t end = std::min(i + words, given.size()); i < end; ++i) result.arguments.push_back(given[i]);
      --i;
    };
    if (word == "--") {
      copy(given.size());
      continue;
    }
    if (compiles && word.starts_with("-o") && (word.size() == 2 || word != "-output")) {
      result.left_out.push_back(word.size() == 2 && i + 1 < given.size() ? word + " " + given[++i] : word);
      continue;
    }
    if (own.with_values.contains(word)) {
      copy(2);
      continue;
    }
    auto fits = [&](const Flag& flag) {
      return flag.form == Flag::exact ? word == flag.text : word.starts_with(flag.text);
    };
    const auto* flag = std::ranges::find_if(kFlags, fits);
    bool is_single = word.size() > 1 && word[0] == '-' && word[1] != '-';
    if (flag == kFlags.end() || (is_single && flag->form != Flag::exact && looks_like_ours(word, own))) {
      copy(1);
      continue;
    }
    std::vector<std::string> words = {word};
    if (flag->form == Flag::with_value && word == flag->text && i + 1 < given.size()) words.push_back(given[++i]);
    switch (flag->use) {
      case Use::to_clang:
        for (const std::string& one : words) result.arguments.push_back("--clang-flag=" + one);
        break;
      case Use::is_option:
        result.arguments.emplace_back(flag->option);
        break;
      case Use::left_out:
      case Use::not_obeyed: {
        std::vector<std::string>& told = flag->use == Use::left_out ? result.left_out : result.not_obeyed;
        told.push_back(words.size() == 1 ? words[0] : words[0] + " " + words[1]);
        break;
      }
    }
  }
  return result;
}

}  // namespace fencepost::cli
