// The commands with which an installed program tells about itself.
#include <fmt/format.h>

#include <memory>
#include <span>
#include <string_view>

#include "cli/commands.h"
#include "cli/help_texts.h"
#include "driver/failure.h"
#include "driver/options.h"
#include "driver/output.h"

namespace fencepost::cli {

namespace {

struct Example {
  std::string_view path, text;
};
// clang-format off
constexpr Example kExamples[] = {
#include "embedded_examples.inc"
};
// clang-format on

// The first sentence of the comment with which it begins; of a litmus test what it says in quotes.
std::string about(const Example& example) {
  std::string_view text = example.text;
  if (example.path.ends_with(".litmus")) {
    const size_t open = text.find('"'), close = text.find('"', open + 1);
    return close == std::string_view::npos ? std::string() : std::string(text.substr(open + 1, close - open - 1)) + ".";
  }
  const size_t begin = text.find_first_not_of("/*(# \t\n");
  if (begin == std::string_view::npos) return {};
  std::string out;
  for (char c : text.substr(begin)) {
    if (c == '\n' && (out.ends_with('.') || out.size() > 160)) break;
    if (c == '*' || c == '\n' || c == '/') c = ' ';
    if (c != ' ' || !out.ends_with(' ')) out += c;
    if (c == '.' && out.size() > 20) break;
  }
  return out;
}

std::string listed() {
  std::string out = "Examples, in the order of examples/README.md (`fencepost examples README.md`):\n";
  for (const Example& example : kExamples) {
    if (example.path.find('/') != std::string_view::npos || example.path.ends_with(".md")) continue;
    out += fmt::format("  {:<20} {}\n", example.path, about(example));
  }
  out += "More, of papers:\n";
  for (const Example& example : kExamples)
    if (example.path.find('/') != std::string_view::npos) out += fmt::format("  {}\n", example.path);
  return out + "`fencepost examples NAME` prints one: fencepost examples lock.c > lock.c\n";
}

}  // namespace

void add_examples_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("examples", "List the examples, or print one");
  command->footer("Example: fencepost examples lock.c > lock.c && fencepost verify --model tso lock.c");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "The example to print");
  command->callback([name, &exit_code] {
    exit_code = 0;
    if (name->empty()) return driver::write_output("", listed());
    for (const Example& example : kExamples)
      if (example.path == *name) return driver::write_output("", std::string(example.text));
    throw driver::UsageError(fmt::format("there is no example '{}'; `fencepost examples` lists them", *name));
  });
}

void add_help_commands(CLI::App& app, int& exit_code) {
  CLI::App* shells = app.add_subcommand("completions", "Print completions for a shell");
  shells->footer("Example: fencepost completions bash > ~/.local/share/bash-completion/completions/fencepost");
  auto shell = std::make_shared<std::string>();
  shells->add_option("shell", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  shells->callback([&app, shell, &exit_code] {
    exit_code = 0;
    const Shell which = *shell == "bash" ? Shell::bash : *shell == "zsh" ? Shell::zsh : Shell::fish;
    driver::write_output("", completions(app, which));
  });
  CLI::App* manual = app.add_subcommand("manual", "Print the manual page, or that of a command, for man(1)");
  manual->footer("Example: fencepost manual verify | man -l -");
  auto of = std::make_shared<std::string>();
  manual->add_option("command", *of, "The command");
  manual->callback([&app, of, &exit_code] {
    exit_code = 0;
    const CLI::App* command = nullptr;
    for (const CLI::App* one : app.get_subcommands({}))
      if (one->get_name() == *of) command = one;
    if (!of->empty() && command == nullptr) throw driver::UsageError(fmt::format("there is no command '{}'", *of));
    driver::write_output("", manual_page(app, command));
  });
}

}  // namespace fencepost::cli
