#include "unroll/objects.h"

#include "base/budget.h"

namespace fencepost::unroll {

Objects::Objects(const core::Program& program, Terms& terms)
    : functions_(static_cast<uint32_t>(program.functions.size())),
      globals_(static_cast<uint32_t>(program.globals.size())) {
  unsigned width = 8 * program.pointer_bytes;
  ObjectInfo nothing;
  nothing.size = terms.bv(0, width);
  nothing.fixed_size = nothing.most_size = 0;
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
    info.fixed_size = info.most_size = global.bytes;
    info.align = global.align;
    info.storage = global.storage;
    info.is_const = global.is_const;
    info.known = global.known;
    info.declared = global.declared;
    info.made_at = global.pos;
    info.born = terms.boolean(true);
    table_.push_back(info);
  }
}

void Objects::define(uint32_t object, ObjectInfo info) {
  if (object >= (uint32_t{1} << kObjectBits))
    throw Exhausted(Resource::steps, "the program allocates more than 16 million objects");
  if (table_.size() <= object) table_.resize(object + 1, table_[0]);
  if (auto expected = expected_.find(object); expected != expected_.end()) {
    const auto& [fixed, most] = std::pair(expected->second.fixed_size, expected->second.most_size);
    if ((fixed && fixed != info.fixed_size) || (most && (!info.most_size || *info.most_size > *most)))
      varied_.insert(object);
  }
  table_[object] = std::move(info);
}

void Objects::expect(const std::vector<ObjectInfo>& known, Terms& terms) {
  for (size_t i = table_.size(); i < known.size(); ++i) {
    table_.push_back(known[i]);
    ObjectInfo& info = table_.back();
    info.born = {};
    info.alive_before = {};
    if (info.storage == core::Storage::static_) continue;  // a number that has not been met
    if (!info.fixed_size) info.size = terms.fresh("size of " + info.name, info.size.sort());
    expected_.emplace(static_cast<uint32_t>(i), info);
  }
}

std::vector<Term> Objects::constraints(Terms& terms) const {
  std::vector<Term> all;
  for (const auto& [object, expected] : expected_)
    if (const ObjectInfo& made = table_[object]; made.born && !expected.fixed_size)
      all.push_back(terms.implies(made.born, terms.eq(expected.size, made.size)));
  return all;
}

}  // namespace fencepost::unroll
