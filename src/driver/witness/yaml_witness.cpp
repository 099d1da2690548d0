#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <map>

#include "base/diagnostic.h"
#include "driver/witness/witness_file.h"

namespace fencepost::driver {

namespace {

using result::Segment;
using result::Waypoint;
using Kind = Waypoint::Kind;

constexpr const char* kForm = "docs/formats.md tells what a witness looks like";

class Reader {
 public:
  Reader(const std::string& path, ProgramText& program) : path_(path), program_(program) {}

  result::Witness read(const std::string& text) {
    YAML::Node root;
    try {
      root = YAML::Load(text);
    } catch (const YAML::Exception& error) {
      throw InputError(at(error.mark), fmt::format("not YAML: {}", error.msg), kForm);
    }
    if (!root.IsSequence()) fail(root, "a witness is a list of entries");
    for (const YAML::Node& entry : root) {
      const std::string type = text_of(field(entry, "entry_type"), "entry_type");
      const YAML::Node metadata = field(entry, "metadata");
      check_version(field(metadata, "format_version"));
      check_hashes(metadata["task"]);
      if (type != "violation_sequence") continue;
      witness_.specification = told(metadata["task"], "specification");
      witness_.data_model = told(metadata["task"], "data_model");
      if (has_sequence_) fail(entry, "a second violation_sequence");
      has_sequence_ = true;
      YAML::Node content = field(entry, "content");
      if (!content.IsSequence()) fail(content, "content must be a list of segments");
      for (const YAML::Node& segment : content) read_segment(field(segment, "segment"));
    }
    if (!has_sequence_)
      throw InputError(at(root.Mark()), "there is no violation_sequence in it",
                       "witnesses of violations are validated; those of correctness are proved anew by `verify`");
    require_whole(witness_, at(root.Mark()));
    return std::move(witness_);
  }

 private:
  SourcePos at(const YAML::Mark& mark) const {
    if (mark.is_null()) return source_pos(path_, 1, 1);
    return source_pos(path_, static_cast<uint32_t>(mark.line + 1), static_cast<uint32_t>(mark.column + 1));
  }
  [[noreturn]] void fail(const YAML::Node& node, std::string message) const {
    throw InputError(at(node.Mark()), std::move(message), kForm);
  }

  YAML::Node field(const YAML::Node& map, const char* name) const {
    if (!map.IsMap()) fail(map, fmt::format("what has a {} is a map", name));
    YAML::Node found = map[name];
    if (!found || found.IsNull()) fail(map, fmt::format("there is no {}", name));
    return found;
  }

  std::string text_of(const YAML::Node& node, const char* what) const {
    if (!node.IsScalar()) fail(node, fmt::format("{} must be a text", what));
    return node.Scalar();
  }

  uint32_t number_of(const YAML::Node& node, const char* what, uint32_t least) const {
    const std::string text = text_of(node, what);
    uint32_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least)
      fail(node, fmt::format("{} is '{}', which is no number from {} on", what, text.substr(0, 40), least));
    return number;
  }

  void check_version(const YAML::Node& node) const {
    const std::string version = text_of(node, "format_version");
    if (version != "2.0" && version != "2.1" && version != "2.2")
      fail(node, fmt::format("format_version {} is not known; 2.0, 2.1 and 2.2 are", version.substr(0, 40)));
  }

  void check_hashes(const YAML::Node& task) {
    if (!task || !task.IsMap()) return;
    const YAML::Node hashes = task["input_file_hashes"];
    if (!hashes || !hashes.IsMap()) return;
    for (const auto& one : hashes) {
      const std::string file = program_.named(text_of(one.first, "the name of a file"), at(one.first.Mark()));
      program_.require_same(file, text_of(one.second, "a hash"), at(one.second.Mark()));
    }
  }

  result::Witness::Told told(const YAML::Node& task, const char* name) const {
    if (!task || !task.IsMap() || !task[name] || task[name].IsNull()) return {};
    return {text_of(task[name], name), at(task[name].Mark())};
  }

  void read_segment(const YAML::Node& list) {
    if (!list.IsSequence()) fail(list, "a segment is a list of waypoints");
    Segment segment;
    for (const YAML::Node& item : list) {
      if (++waypoints_ > kMostWaypoints) fail(item, fmt::format("more than {} waypoints", kMostWaypoints));
      YAML::Node node = field(item, "waypoint");
      const std::string action = text_of(field(node, "action"), "action");
      if (action != "follow" && action != "avoid") fail(node["action"], fmt::format("action is '{}'", action));
      (action == "follow" ? segment.follow : segment.avoid).push_back(waypoint(node));
    }
    if (segment.follow.empty() && segment.avoid.empty()) fail(list, "a segment without waypoints");
    witness_.segments.push_back(std::move(segment));
  }

  Waypoint waypoint(const YAML::Node& node) const {
    static const std::map<std::string, Kind> kKinds = {{"assumption", Kind::assumption},
                                                       {"branching", Kind::branching},
                                                       {"function_enter", Kind::function_enter},
                                                       {"function_return", Kind::function_return},
                                                       {"target", Kind::target}};
    Waypoint point;
    const std::string type = text_of(field(node, "type"), "type");
    auto kind = kKinds.find(type);
    if (kind == kKinds.end()) fail(node["type"], fmt::format("there is no type of waypoint '{}'", type.substr(0, 40)));
    point.kind = kind->second;
    point.told_at = at(node.Mark());
    YAML::Node location = field(node, "location");
    YAML::Node file = field(location, "file_name");
    const std::string name = program_.named(text_of(file, "file_name"), at(file.Mark()));
    const uint32_t line = number_of(field(location, "line"), "line", 1);
    YAML::Node column = location["column"];
    point.pos = source_pos(name, line, column && !column.IsNull() ? number_of(column, "column", 1) : 0);
    if (YAML::Node function = location["function"]; function && function.IsScalar()) point.function = function.Scalar();
    if (YAML::Node thread = node["thread_id"]; thread && !thread.IsNull())
      point.thread = number_of(thread, "thread_id", 0);
    if (point.kind != Kind::target && point.kind != Kind::function_enter) read_constraint(node, point);
    return point;
  }

  void read_constraint(const YAML::Node& node, Waypoint& point) const {
    YAML::Node constraint = field(node, "constraint");
    YAML::Node value = field(constraint, "value");
    point.value = text_of(value, "value");
    const SourcePos where = at(value.Mark());
    if (YAML::Node format = constraint["format"]; format && format.IsScalar()) {
      const std::string& name = format.Scalar();
      const bool is_known =
          name == "c_expression" || (name == "acsl_expression" && point.kind == Kind::function_return);
      if (!is_known) fail(format, fmt::format("format is '{}'", name.substr(0, 40)));
    }
    if (point.kind == Kind::branching) {
      const bool is_truth = point.value == "true" || point.value == "false" || point.value == "default";
      if (!is_truth) require_harmless(point.value, where);
      return;
    }
    std::string plain = point.value;
    constexpr std::string_view kResult = "\\result";
    if (point.kind == Kind::function_return)
      for (size_t found = 0; (found = plain.find(kResult, found)) != std::string::npos;)
        plain.replace(found, kResult.size(), "r");
    require_harmless(plain, where);
  }

  const std::string& path_;
  ProgramText& program_;
  result::Witness witness_;
  size_t waypoints_ = 0;
  bool has_sequence_ = false;
};

}  // namespace

result::Witness read_yaml_witness(const std::string& path, const std::string& text, ProgramText& program) {
  // A `function_enter` creates a thread if what it enters does, which the program says (steering.h).
  return Reader(path, program).read(text);
}

}  // namespace fencepost::driver
