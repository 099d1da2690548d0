// The interpreter's memory: objects of bytes. A byte is eight bits, a mask of those that are unspecified, and possibly a
// fragment of a pointer (which pointer, which of its bytes), so that pointers survive memcpy and bytewise copies and can
// be read as numbers. Little-endian. Addresses follow PNVI-ae (N2577): an integer becomes a pointer into an object only
// if that object's address was exposed before, by whichever thread. Two objects may have one address if the
// first is dead when the second is made; pointers to them then compare equal.
//
// Rejected: cells of values, as the bounded engine has them. This memory judges what that engine found, so it must not
// share its ideas about overlapping accesses, unions and padding.
//
// Padding bits of a value (bits above Type::bits within Type::bytes) are stored as zero and ignored when read.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/choice.h"
#include "core/core.h"
#include "core/value.h"
#include "core/views.h"

namespace fencepost::core {

struct Byte {
  uint8_t value = 0;
  uint8_t unspecified = 0;      // mask
  uint8_t part = 0;             // fragment: the number of this byte within the pointer
  ObjectId object = kNoObject;  // fragment: the pointer's object; kNoObject: a plain byte
  uint64_t offset = 0;          // fragment: the pointer's offset
  uint32_t view = 0;            // fragment: the pointer's view (core/views.h)
};

// Intercepts reads and writes of bytes, for machines with store buffers and for journals that undo.
class ByteTap {
 public:
  virtual ~ByteTap() = default;
  // The byte that the running thread reads where memory holds `stored`.
  virtual Byte read(ObjectId object, uint64_t at, const Byte& stored) = 0;
  // The bits in `changed` of a byte are about to be written, while memory still holds `stored`. Returns the bits that
  // must not reach memory yet.
  virtual uint8_t write(ObjectId object, uint64_t at, const Byte& byte, uint8_t changed, const Byte& stored) = 0;
};

// Intercepts questions about lifetimes: under a weak memory model a thread may not have seen yet that an object is
// dead.
class LifeTap {
 public:
  virtual ~LifeTap() = default;
  // Is an object that is dead in memory still alive to this thread?
  virtual bool lives_on(uint32_t thread, ObjectId object) const = 0;
};

// `byte` in the bits of `mask`, `old` in the others. Absent if that would mix a fragment of a pointer with other
// bits.
std::optional<Byte> merge(const Byte& old, const Byte& byte, uint8_t mask);

// The content of one object, in pages that are allocated when they are first written, so that a large allocation is
// cheap.
class Bytes {
 public:
  explicit Bytes(Byte blank = {}) : blank_(blank) {}
  const Byte& get(uint64_t at) const;
  void set(uint64_t at, const Byte& byte);
  void reset(const Byte& blank);
  // Calls `visit` with every byte that is part of a pointer.
  void each_fragment(const std::function<void(const Byte&)>& visit) const;

 private:
  static constexpr uint64_t kPage = 64;
  Byte blank_;
  std::unordered_map<uint64_t, std::array<Byte, kPage>> pages_;
};

struct Object {
  uint64_t size = 0;
  uint32_t align = 1;
  Storage storage = Storage::automatic;
  bool is_const = false;
  bool alive = true;
  bool exposed = false;
  Known known = Known::all;
  std::shared_ptr<const DeclaredType> declared = nullptr;
  std::shared_ptr<const PartNames> parts = nullptr;
  ObjectId shadow = kNoObject;
  std::optional<FunctionId> function;
  std::optional<uint64_t> base;
  // When its lifetime began and ended, on a clock that counts beginnings and ends of lifetimes.
  uint64_t born = 0, died = UINT64_MAX;
  std::string name;
  SourcePos made_at;    // heap: where it was allocated; inside the library, where that was called
  std::string made_in;  // the function in which made_at lies
  SourcePos told_at;    // heap: the line by which people know it, made_at or that of a call that hands it out
  uint32_t nth = 1;     // heap: of those that are told so
  uint32_t owner = 0;   // automatic and thread storage: whose
  Bytes bytes;
};

struct BitsOfObject {
  uint64_t begin = 0, end = 0;
};

// The result of a load. If it is unspecified, the caller must choose the value.
struct Loaded {
  Value value;
  bool unspecified = false;
};

class Memory {
 public:
  explicit Memory(const Program& program);

  ObjectId function_object(FunctionId id) const { return ObjectId{1 + index(id)}; }
  ObjectId global_object(GlobalId id) const { return ObjectId{1 + functions_ + index(id)}; }
  ObjectId allocate(Object object);
  void kill(ObjectId id);
  // Do their lifetimes overlap? Then their addresses are disjoint.
  bool lived_together(ObjectId a, ObjectId b) const;
  // Is the object alive to the running thread?
  bool alive(ObjectId id) const {
    return objects_[index(id)].alive || (lives_ != nullptr && lives_->lives_on(viewer_, id));
  }
  // kNoObject is an object too: of size 0, alive, in no storage.
  const Object& object(ObjectId id) const { return objects_[index(id)]; }
  bool is_data(ObjectId id) const { return index(id) > functions_; }
  uint32_t size() const { return static_cast<uint32_t>(objects_.size()); }  // one more than the largest ObjectId
  unsigned pointer_bytes() const { return pointer_bits_ / 8; }
  SignedBits signed_offset(const Value& pointer) const;

  Views& views() { return views_; }

  // Gives an object its base address; returns why that is impossible, or nothing.
  std::optional<std::string> place(ObjectId id, Bits base);
  // The base address. An object that has none yet gets a free one.
  uint64_t base(ObjectId id);
  uint64_t address(const Value& pointer);
  void expose(ObjectId id);
  Value pointer_to(uint64_t address) const;
  // The object, if any, of which the run needed since the last call what is not known (core.h: Known): its address as
  // an integer, or, of a stand-in, what a pointer to it designates.
  std::optional<ObjectId> take_unknown() { return std::exchange(unknown_, std::nullopt); }

  // Do the bytes lie inside one living data object? The functions below that take pointers require it.
  bool accessible(const Value& pointer, Bits bytes) const;
  Loaded load(const Value& pointer, const Type& type, const BitRange& range);
  void store(const Value& pointer, const Value& value, const Type& type, const BitRange& range);
  // The bits that a load or store accesses: those of a bit-field's memory location (C11 3.14), else the object
  // itself.
  BitsOfObject location(const Value& pointer, const Type& type, const BitRange& range) const;
  void copy(const Value& to, const Value& from, uint64_t bytes);
  void fill(const Value& pointer, uint64_t bytes, const Byte& byte);

  // From now on accesses go through the tap; null: directly to memory.
  void set_tap(ByteTap* tap) { tap_ = tap; }
  // The thread that is running, and what tells when objects die to it; without a tap they die to all threads at once.
  void set_viewer(uint32_t thread) { viewer_ = thread; }
  uint32_t viewer() const { return viewer_; }
  const std::string* main_file() const { return main_file_; }  // Program::main_file
  void set_life_tap(const LifeTap* tap) { lives_ = tap; }
  // The byte that the running thread reads.
  Byte seen(ObjectId id, uint64_t at) const { return read(id, at); }
  // The stored byte itself, past any tap.
  const Byte& stored(ObjectId id, uint64_t at) const { return objects_[index(id)].bytes.get(at); }
  void put(ObjectId id, uint64_t at, const Byte& byte) { objects_[index(id)].bytes.set(at, byte); }

 private:
  Byte read(ObjectId id, uint64_t at) const;
  void write(ObjectId id, uint64_t at, const Byte& byte, uint8_t changed = 0xff);
  Object& at(ObjectId id) { return objects_[index(id)]; }
  uint8_t plain(const Byte& byte);
  std::optional<Value> whole_pointer(ObjectId object, uint64_t offset, unsigned bytes) const;
  bool free_range(uint64_t base, uint64_t size) const;
  // How many addresses an object takes: an allocation of zero bytes has an address of its own (C11 7.22.3p1).
  uint64_t extent(ObjectId id) const;

  unsigned pointer_bits_;
  uint32_t functions_;
  std::vector<Object> objects_;
  std::vector<ObjectId> exposed_;
  std::map<uint64_t, ObjectId> placed_;  // living objects of positive size, by base
  uint64_t next_base_;
  uint64_t clock_ = 0;
  Views views_;
  std::optional<ObjectId> unknown_;
  ByteTap* tap_ = nullptr;
  const LifeTap* lives_ = nullptr;
  uint32_t viewer_ = 0;
  const std::string* main_file_;
  std::map<std::pair<const std::string*, uint32_t>, uint32_t> made_;  // heap: how many, by place
};

}  // namespace fencepost::core
