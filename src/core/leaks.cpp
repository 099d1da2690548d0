#include "core/leaks.h"

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
  while (!open.empty()) {
    ObjectId id = open.back();
    open.pop_back();
    for (ObjectId target : memory.object(id).bytes.pointed_to()) hold(target);
  }
  std::vector<ObjectId> all = unfreed(memory);
  std::erase_if(all, [&](ObjectId id) { return is_held[index(id)]; });
  return all;
}

}  // namespace fencepost::core
