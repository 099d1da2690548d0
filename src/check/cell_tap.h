// The statement that a step executes reads what earlier steps caught for it, and what it writes to cells is kept for the
// steps that bring it out.
#pragma once

#include <map>

#include "check/shared_memory.h"

namespace fencepost::check {

class CellTap : public core::ByteTap {
 public:
  CellTap(const Cells& cells, const core::Memory& memory) : cells_(cells), memory_(memory) {}

  // The bits [begin, end) of the cell, as seen now. Throws Refused if the source did not write them all.
  void capture(core::ObjectId object, size_t cell, uint64_t begin, uint64_t end, const Seen& seen);
  // By cell: what the statement wrote.
  std::map<size_t, Patch> written;

  core::Byte read(core::ObjectId object, uint64_t at, const core::Byte& stored) override;
  uint8_t write(core::ObjectId object, uint64_t at, const core::Byte& byte, uint8_t changed,
                const core::Byte& stored) override;

 private:
  const Cells& cells_;
  const core::Memory& memory_;
  std::map<std::pair<core::ObjectId, uint64_t>, core::Byte> captured_;
};

}  // namespace fencepost::check
