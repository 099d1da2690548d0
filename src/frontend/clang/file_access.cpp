#include "frontend/clang/file_access.h"

#include "base/files_read.h"

namespace fencepost::frontend {

const char FileAccess::ID = 0;

bool FileAccess::may_see(const llvm::Twine& path) const { return inputs_.is_inside(path.str()); }

llvm::ErrorOr<llvm::vfs::Status> FileAccess::status(const llvm::Twine& path) {
  if (!may_see(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
  auto found = ProxyFileSystem::status(path);
  using Type = llvm::sys::fs::file_type;
  if (found && found->getType() != Type::regular_file && found->getType() != Type::directory_file)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> FileAccess::openFileForRead(const llvm::Twine& path) {
  auto found = status(path);
  if (!found) return found.getError();
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute)) return std::make_error_code(std::errc::no_such_file_or_directory);
  note_file_read(absolute.str().str(), found->getUniqueID().getDevice(), found->getUniqueID().getFile());
  return ProxyFileSystem::openFileForRead(path);
}

llvm::vfs::directory_iterator FileAccess::dir_begin(const llvm::Twine& folder, std::error_code& error) {
  if (may_see(folder)) return ProxyFileSystem::dir_begin(folder, error);
  error = std::make_error_code(std::errc::no_such_file_or_directory);
  return {};
}

}  // namespace fencepost::frontend
