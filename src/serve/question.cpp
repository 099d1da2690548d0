#include "serve/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "driver/options.h"
#include "memory/model.h"
#include "serve/embedded.h"
#include "serve/refusal.h"

namespace fencepost::serve {

namespace {

using Json = nlohmann::ordered_json;

struct CommandRow {
  std::string_view name;
  std::string_view title;
  unsigned options;  // whose options it has; 0: not in that table
};
constexpr CommandRow kCommands[] = {
    {"verify", "Can anything fail?", driver::kVerify},
    {"explore", "Which executions are there?", driver::kExplore},
    {"fences", "Which fences are missing?", driver::kFences},
    {"robust", "Is it as under interleaving?", driver::kRobust},
    {"litmus", "What is allowed? (litmus test)", 0},
};

const CommandRow& row_of(std::string_view command) {
  const auto* found = std::ranges::find(kCommands, command, &CommandRow::name);
  if (found == std::end(kCommands)) throw Refusal(400, fmt::format("command: '{}' cannot be asked here", command));
  return *found;
}

const driver::OptionInfo* option(unsigned command, std::string_view flags) {
  for (const driver::OptionInfo& info : driver::option_table())
    if ((info.commands & command) != 0 && info.flags == flags) return &info;
  return nullptr;
}

std::vector<std::string> values(std::string_view range) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= range.size();) {
    const size_t end = std::min(range.find('|', at), range.size());
    out.emplace_back(range.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::vector<std::string> engines() { return values(option(driver::kVerify, "--engine")->range); }

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const memory::ModelSummary& model : memory::builtin_models()) names.push_back(model.name);
  return names;
}

// An option of the page. Its value is one of a list, or has the shape of a pattern.
struct FieldRow {
  const char* name;
  const char* flag;
  std::vector<std::string> (*choices)();
  const char* pattern;
};
const FieldRow kFields[] = {
    {"model", "--model", models, nullptr},
    {"property", "--property", driver::property_names, nullptr},
    {"engine", "--engine", engines, nullptr},
    {"entry", "--entry", nullptr, R"([A-Za-z_]\w{0,63}(\([-\w, .+]{0,100}\))?)"},
    {"unwind", "--unwind", nullptr, R"([1-9]\d{0,5}|auto)"},
    {"format", "--format", nullptr, "text|json"},
};

bool is_allowed(const FieldRow& field, const std::string& value) {
  if (field.choices != nullptr) {
    const std::vector<std::string> all = field.choices();
    return std::ranges::find(all, value) != all.end();
  }
  return value.size() < 200 && std::regex_match(value, std::regex(field.pattern));
}

// `X86 SB`, `C MP+rel`: a dialect and a name alone in the first line.
bool looks_like_litmus(const std::string& text) {
  static const std::regex head(
      R"(\s*(\(\*[^*]{0,500}\*\)\s*)?(C|LKMM|X86|X86_64|AArch64|PPC|RISCV)[ \t]+[^\s;{}()#]{1,100}[ \t]*\r?\n)");
  return std::regex_search(text.substr(0, 1000), head, std::regex_constants::match_continuous);
}

std::string about(std::string_view text) {
  // The first sentence of the comment at its head, or the title of a litmus test.
  size_t begin = text.find_first_not_of("/*( \n");
  if (size_t quote = text.find('"'); !text.starts_with('/') && quote != text.npos && quote < 80) begin = quote + 1;
  if (begin == text.npos) return "";
  std::string line(text.substr(begin, 300));
  for (size_t at = 0; (at = line.find("\n//", at)) != line.npos;) line.replace(at, 3, "");
  std::ranges::replace(line, '\n', ' ');
  const size_t end = std::min({line.find(". "), line.find("*/"), line.find('"'), line.find(": "), line.find("  ")});
  return line.substr(0, end);
}

}  // namespace

Question question_of(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw Refusal(400, "the request is no object of JSON");
  Question question;
  auto read = [&](const char* name, const Json& value) {
    if (!value.is_string()) throw Refusal(400, fmt::format("{}: a text is needed", name));
    return value.get<std::string>();
  };
  if (json.contains("command")) question.command = row_of(read("command", json["command"])).name;
  const CommandRow& row = row_of(question.command);
  for (const auto& [name, value] : json.items()) {
    if (name == "command") continue;
    const std::string given = read(name.substr(0, 40).c_str(), value);
    if (name == "text") {
      question.text = given;
      continue;
    }
    const auto* field = std::ranges::find(kFields, name, &FieldRow::name);
    if (field == std::end(kFields)) throw Refusal(400, fmt::format("there is no field '{}'", name.substr(0, 40)));
    if (given.empty()) continue;
    if (!is_allowed(*field, given))
      throw Refusal(400, fmt::format("{}: '{}' is no value for it", name, given.substr(0, 80)));
    const bool is_of_litmus = name == "model" || name == "format";
    if (row.options != 0 ? option(row.options, field->flag) == nullptr : !is_of_litmus) continue;
    question.options.push_back(fmt::format("{}={}", field->flag, given));
  }
  if (question.text.empty()) throw Refusal(400, "there is no program: the field 'text' is missing or empty");
  question.is_litmus = looks_like_litmus(question.text);
  if (question.command == "litmus" && !question.is_litmus)
    throw Refusal(400,
                  "this is no litmus test: its first line would be a dialect and a name, as in 'X86 SB'. Ask something "
                  "else of a program");
  return question;
}

std::string_view input_name(const Question& question) { return question.is_litmus ? "test.litmus" : "program.c"; }

std::vector<std::string> arguments(const Question& question, const jobs::ChildLimits& limits) {
  std::vector<std::string> words = {question.command, "--root", ".", "--timeout", fmt::format("{}", limits.seconds)};
  const unsigned command = row_of(question.command).options;
  auto add = [&](const char* flag, std::string value) {
    if (option(command, flag) != nullptr) words.push_back(fmt::format("{}={}", flag, value));
  };
  add("--memory", std::to_string(limits.megabytes));
  add("--color", "never");
  add("--html", kPageFile);
  if (command == 0) words.push_back(fmt::format("--html={}", kPageFile));  // litmus has a table of its own
  words.insert(words.end(), question.options.begin(), question.options.end());
  words.emplace_back(input_name(question));
  return words;
}

std::string catalogue() {
  Json out;
  for (const CommandRow& row : kCommands) {
    Json entry = {{"name", row.name}, {"title", row.title}, {"fields", Json::array()}};
    for (const FieldRow& field : kFields)
      if (row.options == 0 ? std::string_view(field.name) == "model" : option(row.options, field.flag) != nullptr)
        entry["fields"].push_back(field.name);
    out["commands"].push_back(std::move(entry));
  }
  for (const memory::ModelSummary& model : memory::builtin_models())
    out["models"].push_back({{"name", model.name}, {"about", model.line}});
  out["properties"] = driver::property_names();
  out["engines"] = engines();
  for (const EmbeddedFile& example : embedded_examples())
    out["examples"].push_back({{"name", example.name}, {"about", about(example.text)}, {"text", example.text}});
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace fencepost::serve
