// A task of SV-COMP: which files, which properties and what is known about them, in YAML (format versions 1 and 2 of
// https://gitlab.com/sosy-lab/benchmarking/task-definition-format). Files are named relative to the task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/input_file.h"

namespace fencepost::driver {

struct TaskProperty {
  std::string name;  // "unreach-call": the file's without its folder and .prp
  std::string file;
  std::optional<bool> expected;  // does it hold?
};

struct TaskFile {
  std::vector<std::string> inputs;
  std::vector<TaskProperty> properties;
  std::string data_model;  // "": not said
};

bool is_task_file(const std::string& path);  // .yml, .yaml

// Throws InputError with the position in the file, MissingFile for the task or a file that it names.
TaskFile read_task_file(const std::string& path, const InputFiles& inputs = {});

}  // namespace fencepost::driver
