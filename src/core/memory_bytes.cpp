#include "core/memory_bytes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "core/integer_ops.h"

namespace fencepost::core {

const Byte& Bytes::get(uint64_t at) const {
  auto page = pages_.find(at / kPage);
  return page == pages_.end() ? blank_ : page->second[at % kPage];
}

void Bytes::set(uint64_t at, const Byte& byte) {
  auto [page, fresh] = pages_.try_emplace(at / kPage);
  if (fresh) page->second.fill(blank_);
  page->second[at % kPage] = byte;
}

void Bytes::reset(const Byte& blank) {
  blank_ = blank;
  pages_.clear();
}

void Bytes::each_fragment(const std::function<void(const Byte&)>& visit) const {
  for (const auto& [number, page] : pages_)
    for (const Byte& byte : page)
      if (byte.object != kNoObject) visit(byte);
}

Memory::Memory(const Program& program)
    : pointer_bits_(8 * program.pointer_bytes),
      functions_(static_cast<uint32_t>(program.functions.size())),
      main_file_(program.main_file) {
  Object nothing;
  nothing.storage = Storage::static_;
  nothing.base = 0;
  objects_.push_back(std::move(nothing));
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    Object object;
    object.storage = Storage::static_;
    object.function = FunctionId{i};
    object.base = function_address(FunctionId{i});
    object.name = program.functions[i].name;
    objects_.push_back(std::move(object));
  }
  next_base_ = 0x10000 + 16 * uint64_t{functions_};
  for (const Global& global : program.globals) {
    Object object;
    object.size = global.bytes;
    object.align = global.align;
    object.storage = global.storage;
    object.is_const = global.is_const;
    object.known = global.known;
    object.declared = global.declared;
    object.parts = global.parts;
    object.name = global.name;
    objects_.push_back(std::move(object));
  }
}

ObjectId Memory::allocate(Object object) {
  object.born = ++clock_;
  const SourcePos& where = object.told_at;
  if (object.storage == Storage::heap && where.valid()) object.nth = ++made_[{where.file, where.line}];
  objects_.push_back(std::move(object));
  return ObjectId{static_cast<uint32_t>(objects_.size() - 1)};
}

void Memory::kill(ObjectId id) {
  Object& object = at(id);
  if (!is_data(id) || !object.alive) return;
  object.alive = false;
  object.died = ++clock_;
  if (lives_ == nullptr) object.bytes.reset({});
  if (object.base && extent(id) > 0) placed_.erase(*object.base);
}

bool Memory::lived_together(ObjectId a, ObjectId b) const {
  return object(a).born < object(b).died && object(b).born < object(a).died;
}

uint64_t Memory::extent(ObjectId id) const {
  const Object& object = this->object(id);
  return object.size == 0 && object.storage == Storage::heap ? 1 : object.size;
}

SignedBits Memory::signed_offset(const Value& pointer) const { return sign_extend(pointer.bits, pointer_bits_); }

bool Memory::free_range(uint64_t base, uint64_t size) const {
  auto next = placed_.lower_bound(base);
  if (next != placed_.end() && next->first < base + size) return false;
  if (next == placed_.begin()) return true;
  auto previous = std::prev(next);
  return previous->first + extent(previous->second) <= base;
}

std::optional<std::string> Memory::place(ObjectId id, Bits base) {
  Object& object = at(id);
  Bits limit = truncate(~Bits{0}, pointer_bits_);
  if (base < kFirstAddress || base > limit || object.size > limit - base)
    return fmt::format("{} of {} bytes cannot lie at address {:#x}", object.name, object.size,
                       static_cast<uint64_t>(base));
  auto start = static_cast<uint64_t>(base);
  if (object.align > 1 && start % object.align != 0)
    return fmt::format("{} is aligned to {} bytes and cannot lie at address {:#x}", object.name, object.align, start);
  if (extent(id) > 0) {
    if (!free_range(start, extent(id)))
      return fmt::format("{} of {} bytes at address {:#x} overlaps another object", object.name, object.size, start);
    placed_.emplace(start, id);
  }
  object.base = start;
  return std::nullopt;
}

uint64_t Memory::base(ObjectId id) {
  Object& object = at(id);
  if (object.base) return *object.base;
  uint64_t align = std::max<uint64_t>(object.align, 16);
  // A byte between neighbours, so that no two of these objects are adjacent by accident.
  uint64_t candidate = (next_base_ + align - 1) / align * align;
  while (object.alive && !free_range(candidate, extent(id) + 1)) {
    auto next = placed_.lower_bound(candidate);
    auto blocker = next != placed_.end() && next->first <= candidate + extent(id) ? next : std::prev(next);
    candidate = (blocker->first + extent(blocker->second) + align) / align * align;
  }
  object.base = truncate(candidate, pointer_bits_);
  if (object.alive && extent(id) > 0) placed_.emplace(*object.base, id);
  next_base_ = candidate + extent(id) + 1;
  return *object.base;
}

uint64_t Memory::address(const Value& pointer) {
  if (!has_number(object(pointer.object).known)) unknown_ = pointer.object;
  return static_cast<uint64_t>(truncate(base(pointer.object) + pointer.bits, pointer_bits_));
}

void Memory::expose(ObjectId id) {
  if (id == kNoObject || at(id).exposed) return;
  at(id).exposed = true;
  exposed_.push_back(id);
}

Value Memory::pointer_to(uint64_t address) const {
  // A living object is preferred to a dead one, then an address inside to one past the end, then the object exposed
  // first.
  int best_rank = 0;
  Value best{address, kNoObject, false};
  if (address == 0) return best;
  for (ObjectId id : exposed_) {
    const Object& candidate = object(id);
    if (!candidate.base || address < *candidate.base || address - *candidate.base > candidate.size) continue;
    bool inside = address - *candidate.base < candidate.size || candidate.size == 0;
    int rank = (alive(id) ? 2 : 0) + (inside ? 2 : 1);
    if (rank <= best_rank) continue;
    best_rank = rank;
    best = Value{Bits{address - *candidate.base}, id, false};
  }
  return best;
}

bool Memory::accessible(const Value& pointer, Bits bytes) const {
  const Object& target = object(pointer.object);
  if (!is_data(pointer.object) || !alive(pointer.object)) return false;
  SignedBits offset = signed_offset(pointer);
  return offset >= 0 && static_cast<Bits>(offset) <= target.size && bytes <= target.size - static_cast<Bits>(offset);
}

uint8_t Memory::plain(const Byte& byte) {
  if (byte.object == kNoObject) return byte.value;
  expose(byte.object);
  return static_cast<uint8_t>(address(Value{byte.offset, byte.object, false}) >> (8 * byte.part));
}

std::optional<Byte> merge(const Byte& old, const Byte& byte, uint8_t mask) {
  if (mask == 0xff) return byte;
  if (old.object != kNoObject || byte.object != kNoObject) return std::nullopt;
  auto mix = [&](uint8_t a, uint8_t b) { return static_cast<uint8_t>((a & ~mask) | (b & mask)); };
  Byte mixed;
  mixed.value = mix(old.value, byte.value);
  mixed.unspecified = mix(old.unspecified, byte.unspecified);
  return mixed;
}

Byte Memory::read(ObjectId id, uint64_t at) const {
  const Byte& byte = stored(id, at);
  return tap_ == nullptr ? byte : tap_->read(id, at, byte);
}

void Memory::write(ObjectId id, uint64_t at, const Byte& byte, uint8_t changed) {
  Bytes& bytes = this->at(id).bytes;
  if (tap_ == nullptr) {
    bytes.set(at, byte);
    return;
  }
  const Byte old = bytes.get(at);
  auto here = static_cast<uint8_t>(changed & ~tap_->write(id, at, byte, changed, old));
  if (here == 0) return;
  // Bits that do not change keep the content of memory, which may differ from what a thread with a store buffer sees.
  std::optional<Byte> merged = merge(old, byte, here);
  bytes.set(at, merged ? *merged : byte);
}

std::optional<Value> Memory::whole_pointer(ObjectId object, uint64_t offset, unsigned bytes) const {
  const Byte first = read(object, offset);
  if (first.object == kNoObject) return std::nullopt;
  for (unsigned i = 0; i < bytes; ++i) {
    const Byte byte = read(object, offset + i);
    if (byte.object != first.object || byte.offset != first.offset || byte.part != i || byte.unspecified != 0)
      return std::nullopt;
  }
  return Value{first.offset, first.object, false, first.view};
}

Loaded Memory::load(const Value& pointer, const Type& type, const BitRange& range) {
  FP_CHECK(accessible(pointer, type.bytes) && type.bytes <= 16);
  auto offset = static_cast<uint64_t>(signed_offset(pointer));
  if (type.kind == TypeKind::pointer)
    if (auto whole = whole_pointer(pointer.object, offset, type.bytes)) {
      if (object(whole->object).known == Known::nothing) unknown_ = whole->object;
      return {*whole, false};
    }
  unsigned low = range.width == 0 ? 0 : range.offset;
  unsigned width = range.width == 0 ? type.bits : range.width;
  Bits raw = 0;
  Bits mask = 0;
  for (unsigned i = low / 8; i < (low + width + 7) / 8; ++i) {
    Byte byte = read(pointer.object, offset + i);
    mask |= Bits{byte.unspecified} << (8 * i);
    raw |= Bits{plain(byte)} << (8 * i);
  }
  if (truncate(mask >> low, width) != 0) return {{}, true};
  Bits bits = truncate(raw >> low, width);
  if (type.kind == TypeKind::pointer) return {pointer_to(static_cast<uint64_t>(bits)), false};
  if (type.kind == TypeKind::integer && type.is_signed)
    bits = truncate(static_cast<Bits>(sign_extend(bits, width)), type.bits);
  return {Value{bits, kNoObject, false}, false};
}

void Memory::store(const Value& pointer, const Value& value, const Type& type, const BitRange& range) {
  FP_CHECK(accessible(pointer, type.bytes) && type.bytes <= 16);
  auto offset = static_cast<uint64_t>(signed_offset(pointer));
  if (range.width == 0 && value.object != kNoObject && !value.unspecified) {
    for (unsigned i = 0; i < type.bytes; ++i)
      write(pointer.object, offset + i,
            Byte{0, 0, static_cast<uint8_t>(i), value.object, static_cast<uint64_t>(value.bits), value.view});
    return;
  }
  unsigned low = range.width == 0 ? 0 : range.offset;
  unsigned width = range.width == 0 ? 8 * type.bytes : range.width;
  unsigned value_width = range.width == 0 ? type.bits : range.width;
  Bits changed = truncate(~Bits{0}, width) << low;
  Bits raw = truncate(value.bits, value_width) << low;
  Bits mask = value.unspecified ? truncate(~Bits{0}, value_width) << low : 0;
  auto store_byte = [&](unsigned i, uint8_t others) {
    Byte byte = read(pointer.object, offset + i);
    auto keep = static_cast<uint8_t>(~(changed >> (8 * i)));
    uint8_t old = keep == 0 ? 0 : plain(byte);
    Byte merged;
    merged.value = static_cast<uint8_t>((old & keep) | static_cast<uint8_t>(raw >> (8 * i)));
    merged.unspecified = static_cast<uint8_t>((byte.unspecified & keep) | static_cast<uint8_t>(mask >> (8 * i)));
    write(pointer.object, offset + i, merged, static_cast<uint8_t>(~keep | others));
  };
  const unsigned first = low / 8, end = (low + width + 7) / 8;
  // To a tap, a store to a bit-field writes all of its memory location (core.h: BitRange).
  BitsOfObject all{8 * (offset + first), 8 * (offset + end)};
  if (tap_ != nullptr && range.width != 0) all = location(pointer, type, range);
  for (uint64_t at = all.begin / 8; at < (all.end + 7) / 8; ++at) {
    uint64_t from = std::max(all.begin, 8 * at), to = std::min(all.end, 8 * at + 8);
    auto others = static_cast<uint8_t>(range.width == 0 ? 0 : ((1u << (to - from)) - 1) << (from - 8 * at));
    if (at >= offset + first && at < offset + end)
      store_byte(static_cast<unsigned>(at - offset), tap_ != nullptr ? others : uint8_t{0});
    else
      write(pointer.object, at, read(pointer.object, at), others);
  }
}

BitsOfObject Memory::location(const Value& pointer, const Type& type, const BitRange& range) const {
  SignedBits unit = 8 * signed_offset(pointer);
  if (range.width == 0) return {static_cast<uint64_t>(unit), static_cast<uint64_t>(unit) + 8 * type.bytes};
  if (range.location_bits == 0) {
    auto begin = static_cast<uint64_t>(unit) + range.offset;
    return {begin, begin + range.width};
  }
  SignedBits begin = unit + range.location, end = begin + static_cast<SignedBits>(range.location_bits);
  SignedBits size = 8 * static_cast<SignedBits>(object(pointer.object).size);
  return {static_cast<uint64_t>(std::max<SignedBits>(begin, 0)), static_cast<uint64_t>(std::min(end, size))};
}

void Memory::copy(const Value& to, const Value& from, uint64_t bytes) {
  FP_CHECK(accessible(to, bytes) && accessible(from, bytes));
  auto source = static_cast<uint64_t>(signed_offset(from));
  auto target = static_cast<uint64_t>(signed_offset(to));
  bool backwards = to.object == from.object && target > source;
  for (uint64_t i = 0; i < bytes; ++i) {
    uint64_t k = backwards ? bytes - 1 - i : i;
    write(to.object, target + k, read(from.object, source + k));
  }
}

void Memory::fill(const Value& pointer, uint64_t bytes, const Byte& byte) {
  FP_CHECK(accessible(pointer, bytes));
  auto offset = static_cast<uint64_t>(signed_offset(pointer));
  Object& target = at(pointer.object);
  if (offset == 0 && bytes == target.size && tap_ == nullptr) {
    target.bytes.reset(byte);
    return;
  }
  for (uint64_t i = 0; i < bytes; ++i) write(pointer.object, offset + i, byte);
}

}  // namespace fencepost::core
