// Which files this process has read, whatever names they went by: no report may replace one of them.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost {

// `path`: from the current folder, or absolute. The number of a file that is deleted goes to another: it counts while the path
// leads there.
void note_file_read(const std::string& path, uint64_t device, uint64_t number);
bool was_file_read(const std::string& path);

}  // namespace fencepost
