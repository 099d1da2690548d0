#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "cli/help_texts.h"
#include "driver/litmus_run.h"
#include "driver/options.h"

namespace fencepost::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) { return app.get_subcommands({}); }

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() > 0 && option.get_items_expected_max() > 0;
}

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

// The first clause of a help text, without what a shell would read in it.
std::string summary(const std::string& text) {
  std::string out;
  for (char c : text.substr(0, text.find_first_of(".;:("))) {
    if (c == '\n') c = ' ';
    if (std::string_view("'\"[]\\$`").find(c) != std::string_view::npos) continue;
    if (c != ' ' || !out.ends_with(' ')) out += c;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

// Values that have names, where a file may be named as well.
std::vector<std::string> named_values(const CLI::Option& option) {
  if (option.check_lname("model")) return driver::model_names();
  if (option.check_lname("property")) return driver::property_names();
  return {};
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> all;
  for (const CLI::Option* option : command.get_options())
    if (option->nonpositional()) all.push_back(option);
  return all;
}

std::string bash(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases, values;
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    std::vector<std::string> flags;
    for (const CLI::Option* option : options_of(*command)) {
      for (const std::string& name : names_of(*option)) {
        flags.push_back(name);
        if (!takes_value(*option)) continue;
        const std::vector<std::string> choices = choices_of(*option);
        if (!choices.empty())
          values += fmt::format("    '{} {}') COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                                command->get_name(), name, joined(choices));
        else if (!takes_file(*option))
          values += fmt::format("    '{} {}') return ;;\n", command->get_name(), name);
        else if (const std::vector<std::string> known = named_values(*option); !known.empty())
          values += fmt::format("    '{} {}') mapfile -t COMPREPLY < <(compgen -f -W '{}' -- \"$word\"); return ;;\n",
                                command->get_name(), name, joined(known));
      }
    }
    cases += fmt::format("    {}) flags='{}' ;;\n", command->get_name(), joined(flags));
  }
  return fmt::format(
      "# bash completion for fencepost, made by `fencepost completions bash`\n"
      "_fencepost() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} flags\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command $before\" in\n{}  esac\n"
      "  case $command in\n{}  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
      "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"  // names may have spaces
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _fencepost fencepost\n",
      joined(names), values, cases);
}

std::string zsh(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), summary(command->get_description()));
    std::string arguments;
    for (const CLI::Option* option : options_of(*command)) {
      const std::vector<std::string> choices = choices_of(*option);
      const std::vector<std::string> known = named_values(*option);
      std::string value;
      if (takes_value(*option))
        value = !choices.empty()      ? fmt::format(":value:({})", joined(choices))
                : !known.empty()      ? fmt::format(":value:{{compadd {}; _files}}", joined(known))
                : takes_file(*option) ? ":file:_files"
                                      : ":value:";
      for (const std::string& name : names_of(*option))
        arguments += fmt::format("        '*{}[{}]{}' \\\n", name, summary(option->get_description()), value);
    }
    cases +=
        fmt::format("    {})\n      _arguments \\\n{}        '*:file:_files' ;;\n", command->get_name(), arguments);
  }
  return fmt::format(
      "#compdef fencepost\n"
      "# zsh completion for fencepost, made by `fencepost completions zsh`\n"
      "_fencepost() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $words[1] in\n{}  esac\n"
      "}}\n"
      "_fencepost \"$@\"\n",
      commands, cases);
}

std::string fish(const CLI::App& app) {
  std::string out = "# fish completion for fencepost, made by `fencepost completions fish`\n";
  for (const CLI::App* command : commands_of(app))
    out += fmt::format("complete -c fencepost -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                       summary(command->get_description()));
  for (const CLI::App* command : commands_of(app))
    for (const CLI::Option* option : options_of(*command)) {
      std::string names;
      for (const std::string& name : option->get_snames()) names += fmt::format(" -s {}", name);
      for (const std::string& name : option->get_lnames()) names += fmt::format(" -l {}", name);
      const std::vector<std::string> choices = choices_of(*option);
      std::string value;
      const std::vector<std::string> known = named_values(*option);
      if (takes_value(*option))
        value = !choices.empty()      ? fmt::format(" -x -a '{}'", joined(choices))
                : !known.empty()      ? fmt::format(" -r -F -a '{}'", joined(known))
                : takes_file(*option) ? " -r -F"
                                      : " -x";
      out += fmt::format("complete -c fencepost -n '__fish_seen_subcommand_from {}'{}{} -d '{}'\n", command->get_name(),
                         names, value, summary(option->get_description()));
    }
  return out;
}

}  // namespace

std::vector<std::string> choices_of(const CLI::Option& option) {
  std::vector<std::string> choices;
  std::istringstream parts(option.get_type_name());
  for (std::string part; std::getline(parts, part, '|');) {
    if (part.empty() || part == "N") continue;
    const bool is_name = std::ranges::all_of(part, [](unsigned char c) { return std::isupper(c) != 0; }) &&
                         option.get_type_name().find('|') == std::string::npos;
    if (is_name || part.find_first_of("[]:= ") != std::string::npos) return {};
    choices.push_back(part);
  }
  if (choices.size() < 2 && option.get_type_name().find('|') == std::string::npos) return {};
  return choices;
}

bool takes_file(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type == "FILE" || type == "DIR" || type == "TEXT" || type == "MODEL" || type == "PROPERTY";
}

std::string completions(const CLI::App& app, Shell shell) {
  return shell == Shell::bash ? bash(app) : shell == Shell::zsh ? zsh(app) : fish(app);
}

}  // namespace fencepost::cli
