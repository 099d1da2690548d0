#include <fmt/format.h>

#include <map>

#include "cli/help_texts.h"
#include "report/run_info.h"

namespace fencepost::cli {

namespace {

// Text for roff: a backslash, a hyphen and what begins a line with a dot or an apostrophe mean something there.
std::string roff(const std::string& text) {
  std::string out;
  bool begins = true;
  for (char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    begins = c == '\n';
  }
  return out;
}

std::string flags_of(const CLI::Option& option) {
  std::string out;
  auto add = [&](const std::string& name) { out += fmt::format("{}\\fB{}\\fR", out.empty() ? "" : ", ", roff(name)); };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  const bool takes_value = option.get_expected_max() > 0 && option.get_items_expected_max() > 0;
  if (takes_value && !option.get_type_name().empty()) out += " \\fI" + roff(option.get_type_name()) + "\\fR";
  return out;
}

std::string options_section(const CLI::App& command) {
  std::vector<std::string> order;
  std::map<std::string, std::string> groups;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->nonpositional()) continue;
    auto [group, is_new] = groups.try_emplace(option->get_group());
    if (is_new) order.push_back(option->get_group());
    std::string help = option->get_description();
    if (!option->get_default_str().empty()) help += fmt::format(" (default {})", option->get_default_str());
    group->second += fmt::format(".TP\n{}\n{}\n", flags_of(*option), roff(help));
  }
  std::string out;
  for (const std::string& name : order) out += fmt::format(".SS {}\n{}", roff(name), groups[name]);
  return out;
}

constexpr const char* kExitCodes =
    ".SH EXIT STATUS\n"
    "0 SAFE, 10 UNSAFE, 12 a witness is refuted, 20 UNKNOWN, 21 SAFE\\-TO\\-BOUND, 64 usage, 65 bad input, 66 missing "
    "file,\n"
    "70 a bug of fencepost, 73 the report could not be written, 130 interrupted.\n";

std::string head(const std::string& name, const std::string& what) {
  return fmt::format(".TH {} 1 \"\" \"Fencepost {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(name),
                     report::version(), roff(name), roff(what));
}

}  // namespace

std::string manual_page(const CLI::App& app, const CLI::App* command) {
  if (command != nullptr) {
    std::string positional;
    for (const CLI::Option* option : command->get_options())
      if (!option->nonpositional()) positional += fmt::format(" \\fI{}\\fR", roff(option->get_name()));
    return head("fencepost-" + command->get_name(), command->get_description()) +
           fmt::format(".SH SYNOPSIS\n\\fBfencepost {}\\fR [\\fIOPTIONS\\fR]{}\n", roff(command->get_name()),
                       positional) +
           ".SH OPTIONS\n" + options_section(*command) +
           (command->get_footer().empty() ? "" : ".SH NOTES\n.nf\n" + roff(command->get_footer()) + "\n.fi\n") +
           ".SH SEE ALSO\n\\fBfencepost\\fR(1)\n";
  }
  std::string out =
      head("fencepost", "verify concurrent C programs under weak memory models") +
      ".SH SYNOPSIS\n\\fBfencepost\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIFILE\\fR...\n.SH DESCRIPTION\n" +
      roff(app.get_description()) + "\n.SH COMMANDS\n";
  for (const CLI::App* one : app.get_subcommands({}))
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(one->get_name()), roff(one->get_description()));
  out += kExitCodes;
  out += ".SH SEE ALSO\n";
  for (const CLI::App* one : app.get_subcommands({}))
    out += fmt::format("\\fBfencepost\\-{}\\fR(1)\n", roff(one->get_name()));
  return out;
}

}  // namespace fencepost::cli
