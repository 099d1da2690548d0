#include "check/cell_tap.h"

#include <algorithm>

namespace fencepost::check {

namespace {

core::Byte mixed(const core::Byte& old, const core::Byte& byte, uint8_t mask) {
  std::optional<core::Byte> result = merge(old, byte, mask);
  if (!result) throw Refused("a bit-field is read from a part of a pointer");
  return *result;
}

}  // namespace

void CellTap::capture(core::ObjectId object, size_t cell, uint64_t begin, uint64_t end, const Seen& seen) {
  begin = std::max(begin, cells_[cell].at);
  end = std::min(end, cells_[cell].at + cells_[cell].width);
  for (uint64_t at = begin / 8; at < (end + 7) / 8; ++at) {
    const core::Byte& stored = memory_.stored(object, at);
    core::Byte byte = stored;
    uint8_t held = 0;
    for (const Part& part : seen.over) {
      if (part.at != at) continue;
      byte = mixed(byte, part.byte, part.mask);
      held |= part.mask;
    }
    uint8_t wanted = cells_.mask(cell, at, begin, end);
    if (seen.is_whole && (wanted & ~held) != 0) throw Refused("the source wrote only a part of what is read");
    auto [known, fresh] = captured_.try_emplace({object, at}, stored);
    known->second = mixed(known->second, byte, wanted);
  }
}

core::Byte CellTap::read(core::ObjectId object, uint64_t at, const core::Byte& stored) {
  auto known = captured_.find({object, at});
  return known == captured_.end() ? stored : known->second;
}

uint8_t CellTap::write(core::ObjectId object, uint64_t at, const core::Byte& byte, uint8_t changed, const core::Byte&) {
  uint8_t taken = 0;
  for (size_t cell : cells_.touched(object, 8 * at, 8 * at + 8)) {
    auto mask = static_cast<uint8_t>(cells_.mask(cell, at) & changed);
    if (mask == 0) continue;
    written[cell].push_back({at, byte, mask});
    taken |= mask;
  }
  return taken;
}

}  // namespace fencepost::check
