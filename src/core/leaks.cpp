#include "core/leaks.h"

#include <map>

namespace fencepost::core {

std::vector<ObjectId> unfreed(const Memory& memory) {
  std::vector<ObjectId> all;
  for (uint32_t i = 0; i < memory.size(); ++i) {
    const Object& object = memory.object(ObjectId{i});
    if (object.storage == Storage::heap && object.alive) all.push_back(ObjectId{i});
  }
  return all;
}

std::vector<ObjectId> lost(const Memory& memory, const std::vector<ObjectId>& locals) {
  std::vector<bool> is_held(memory.size());
  std::vector<ObjectId> open;
  auto hold = [&](ObjectId id) {
    if (is_held[index(id)] || !memory.object(id).alive) return;
    is_held[index(id)] = true;
    open.push_back(id);
  };
  for (uint32_t i = 0; i < memory.size(); ++i) {
    const Object& object = memory.object(ObjectId{i});
    bool is_local = object.storage == Storage::automatic || object.storage == Storage::temporary;
    if ((!is_local && object.storage != Storage::heap) || object.exposed) hold(ObjectId{i});
  }
  for (ObjectId local : locals)
    if (memory.object(local).storage != Storage::heap) hold(local);
  // The bytes of each pointer that have been found, wherever they lie.
  std::map<std::pair<ObjectId, uint64_t>, uint32_t> found;
  const uint32_t whole = (1u << memory.pointer_bytes()) - 1;
  while (!open.empty()) {
    ObjectId id = open.back();
    open.pop_back();
    memory.object(id).bytes.each_fragment([&](const Byte& byte) {
      uint32_t& parts = found[{byte.object, byte.offset}];
      parts |= 1u << byte.part;
      if (parts == whole) hold(byte.object);
    });
  }
  std::vector<ObjectId> all = unfreed(memory);
  std::erase_if(all, [&](ObjectId id) { return is_held[index(id)]; });
  return all;
}

}  // namespace fencepost::core
