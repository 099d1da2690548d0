#include "program/unroll/objects.h"

#include "base/budget.h"

namespace fencepost::program::unroll {

Objects::Objects(const core::Program& program, Terms& terms)
    : functions_(static_cast<uint32_t>(program.functions.size())),
      globals_(static_cast<uint32_t>(program.globals.size())) {
  unsigned width = 8 * program.pointer_bytes;
  ObjectInfo nothing;
  nothing.size = terms.bv(0, width);
  nothing.fixed_size = 0;
  table_.push_back(nothing);
  for (uint32_t i = 0; i < functions_; ++i) {
    ObjectInfo info = nothing;
    info.name = program.functions[i].name;
    info.function = core::FunctionId{i};
    table_.push_back(info);
  }
  for (const core::Global& global : program.globals) {
    ObjectInfo info;
    info.name = global.name;
    info.size = terms.bv(global.bytes, width);
    info.fixed_size = global.bytes;
    info.align = global.align;
    info.storage = global.storage;
    info.is_const = global.is_const;
    info.born = terms.boolean(true);
    table_.push_back(info);
  }
}

uint32_t Objects::add(ObjectInfo info) {
  if (table_.size() >= (size_t{1} << kObjectBits))
    throw Exhausted(Resource::steps, "the program allocates more than 16 million objects");
  table_.push_back(std::move(info));
  return static_cast<uint32_t>(table_.size() - 1);
}

}  // namespace fencepost::program::unroll
