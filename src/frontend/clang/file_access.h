// The file system that Clang sees: regular files and folders, inside the root if there is one (base/input_file.h). So
// `#include`, `#embed`, `__has_include` and -include cannot open a pipe, nor tell what lies outside.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include "base/input_file.h"

namespace fencepost::frontend {

class FileAccess : public llvm::RTTIExtends<FileAccess, llvm::vfs::ProxyFileSystem> {
 public:
  static const char ID;
  explicit FileAccess(const InputFiles& inputs) : RTTIExtends(llvm::vfs::getRealFileSystem()), inputs_(inputs) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder, std::error_code& error) override;

 private:
  bool may_see(const llvm::Twine& path) const;

  const InputFiles& inputs_;
};

}  // namespace fencepost::frontend
