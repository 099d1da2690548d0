#include "driver/task_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>

#include "base/diagnostic.h"

namespace fencepost::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kForm =
    "a task has input_files, and may have properties (property_file, expected_verdict) and options (language, "
    "data_model)";

class Reader {
 public:
  Reader(const std::string& path, const InputFiles& inputs) : path_(path), inputs_(inputs) {}

  TaskFile read() {
    YAML::Node root = parsed();
    if (!root.IsMap()) fail(root, "this is no task of SV-COMP", kForm);
    check_version(root["format_version"]);
    TaskFile task;
    YAML::Node inputs = root["input_files"];
    if (!inputs || inputs.IsNull()) fail(root, "the task names no input_files", kForm);
    if (inputs.IsSequence())
      for (const YAML::Node& input : inputs) task.inputs.push_back(existing(input));
    else
      task.inputs.push_back(existing(inputs));
    if (task.inputs.empty()) fail(inputs, "the task names no input_files", kForm);
    if (YAML::Node properties = root["properties"]; properties && !properties.IsNull()) {
      if (!properties.IsSequence()) fail(properties, "properties must be a list", kForm);
      for (const YAML::Node& property : properties) task.properties.push_back(read_property(property));
    }
    if (YAML::Node options = root["options"]; options && !options.IsNull()) read_options(options, task);
    return task;
  }

 private:
  SourcePos at(const YAML::Mark& mark) const {
    if (mark.is_null()) return source_pos(path_, 0);
    return source_pos(path_, static_cast<uint32_t>(mark.line + 1), static_cast<uint32_t>(mark.column + 1));
  }
  [[noreturn]] void fail(const YAML::Node& node, std::string message, std::string hint = {}) const {
    throw InputError(at(node.Mark()), std::move(message), std::move(hint));
  }

  YAML::Node parsed() const {
    std::string text = inputs_.read(path_);
    try {
      return YAML::Load(text);
    } catch (const YAML::Exception& error) {
      throw InputError(at(error.mark), fmt::format("not YAML: {}", error.msg), kForm);
    }
  }

  std::string scalar(const YAML::Node& node, const char* what) const {
    if (!node.IsScalar() || node.Scalar().empty()) fail(node, fmt::format("{} must be a text", what));
    return node.Scalar();
  }

  void check_version(const YAML::Node& version) const {
    if (!version) return;
    std::string text = scalar(version, "format_version");
    if (text != "1" && text != "2" && !text.starts_with("1.") && !text.starts_with("2."))
      fail(version, fmt::format("format_version {} is not known", text), "versions 1 and 2 are");
  }

  std::string existing(const YAML::Node& node) const {
    std::string file = (fs::path(path_).parent_path() / scalar(node, "the name of a file")).string();
    std::error_code error;
    if (!inputs_.is_inside(file))
      throw InputError(at(node.Mark()), fmt::format("{} lies outside the folder of --root", file), "");
    if (!fs::exists(file, error))
      throw MissingFile(at(node.Mark()), fmt::format("{}: no such file", file), "names are relative to the task file");
    return file;
  }

  TaskProperty read_property(const YAML::Node& node) const {
    if (!node.IsMap() || !node["property_file"]) fail(node, "a property needs its property_file", kForm);
    TaskProperty property;
    property.file = existing(node["property_file"]);
    property.name = fs::path(property.file).stem().string();
    if (YAML::Node expected = node["expected_verdict"]; expected && !expected.IsNull()) {
      std::string text = scalar(expected, "expected_verdict");
      if (text != "true" && text != "false")
        fail(expected, fmt::format("expected_verdict is '{}'", text), "it must be true or false");
      property.expected = text == "true";
    }
    return property;
  }

  void read_options(const YAML::Node& options, TaskFile& task) const {
    if (!options.IsMap()) fail(options, "options must be a map", kForm);
    if (YAML::Node language = options["language"]; language && scalar(language, "language") != "C")
      fail(language, fmt::format("the language is {}", language.Scalar()), "Fencepost reads C");
    YAML::Node model = options["data_model"];
    if (!model) return;
    task.data_model = scalar(model, "data_model");
    if (task.data_model != "LP64" && task.data_model != "ILP32")
      fail(model, fmt::format("data_model is '{}'", task.data_model), "it must be LP64 or ILP32");
  }

  const std::string& path_;
  const InputFiles& inputs_;
};

}  // namespace

bool is_task_file(const std::string& path) { return path.ends_with(".yml") || path.ends_with(".yaml"); }

TaskFile read_task_file(const std::string& path, const InputFiles& inputs) { return Reader(path, inputs).read(); }

}  // namespace fencepost::driver
