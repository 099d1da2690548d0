// The one door through which input comes in: C sources and what they include, litmus tests, cat files, tasks, properties.
// Only regular files are read: a pipe or a device could block for ever, or have no end. With a root, nothing outside that
// folder is opened, whatever `..` and links an input names; so a server can let strangers name files.
//
// Rejected: confinement by the kernel (chroot, Landlock), which needs rights or a kernel that users may not have.
#pragma once

#include <filesystem>
#include <string>

#include "base/source.h"

namespace fencepost {

class InputFiles {
 public:
  InputFiles() = default;  // no root
  // An empty string means no root. Throws MissingFile if `root` is no folder.
  explicit InputFiles(const std::string& root);

  // `named_at`: the position in another file that names this one. Throws MissingFile or InputError.
  std::string read(const std::string& path, const SourcePos& named_at = {}) const;
  bool is_inside(const std::string& path) const;
  bool has_root() const { return !root_.empty(); }

 private:
  std::filesystem::path root_;  // canonical, without symbolic links
};

}  // namespace fencepost
