// Which files this process has read, whatever names they went by: no report may replace one of them.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost {

void note_file_read(uint64_t device, uint64_t number);
bool was_file_read(const std::string& path);

}  // namespace fencepost
