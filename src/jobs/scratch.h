// A private folder below the system's place for temporary files, and folders in it, one a job. All of it is gone when the process is,
// however that ends: a keeper, a process that does nothing but wait for our end, removes what a crash leaves.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace fencepost::jobs {

class Scratch {
 public:
  // Before the process has threads: it is copied. Throws std::system_error if there can be no folder.
  Scratch();
  ~Scratch() { remove(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Also ends the keeper. Afterwards there is nothing.
  void remove();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  pid_t keeper_ = -1;
  int lifeline_ = -1;  // whose end tells the keeper of ours
};

// Of one job; gone with it.
class Folder {
 public:
  explicit Folder(const Scratch& scratch);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  // "" if there is no such file; at most `most` bytes.
  std::string read(const std::string& name, size_t most) const;

 private:
  std::filesystem::path path_;
};

}  // namespace fencepost::jobs
