// The files that this process has read, identified by device and inode: no report may overwrite one of them.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost {

// `path` is absolute or relative to the current folder, `number` the inode. The inode of a deleted file may be given
// to a new file, so an entry counts only while its path still leads to that inode.
void note_file_read(const std::string& path, uint64_t device, uint64_t number);
bool was_file_read(const std::string& path);

}  // namespace fencepost
