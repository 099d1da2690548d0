#include "check/story_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/place_names.h"
#include "core/trace.h"

namespace fencepost::check {

using core::ObjectId;
using core::Storage;
using core::Touch;
using result::Story;

namespace {

// More places than that nobody looks at.
constexpr size_t kMostPlaces = 4'000;

bool overlaps(uint64_t begin, uint64_t end, uint64_t from, uint64_t to) { return begin < to && from < end; }

}  // namespace

core::Byte StoryRecorder::Overlay::read(ObjectId object, uint64_t at, const core::Byte& stored) {
  auto found = bytes_.find({object, at});
  return found == bytes_.end() ? stored : found->second.byte;
}

void StoryRecorder::Overlay::put(ObjectId object, uint64_t at, const core::Byte& stored, const Part& part,
                                 size_t rank) {
  auto [known, is_new] = bytes_.try_emplace({object, at}, Ranked{stored, 0});
  if (!is_new && known->second.rank > rank) return;
  known->second = {core::merge(known->second.byte, part.byte, part.mask).value_or(part.byte), rank};
}

Story::Moment& StoryRecorder::now() {
  const size_t told = machine_.trace().count();
  if (story_.moments.size() < std::max<size_t>(told, 1)) story_.moments.resize(std::max<size_t>(told, 1));
  return story_.moments.back();
}

std::optional<StoryRecorder::Owner> StoryRecorder::owner(ObjectId object) const {
  const core::Object& of = machine_.memory().object(object);
  const bool is_shared = cells_.any_in(object) || of.storage == Storage::static_ || of.storage == Storage::heap;
  const bool is_ours = of.name.starts_with("__fencepost_");  // of the models of library functions
  if (of.is_const || of.name.empty() || is_ours || of.shadow != core::kNoObject) return std::nullopt;
  for (const core::Thread& thread : machine_.threads()) {
    for (const auto& [global, own] : thread.own)
      if (own == object) return Owner{thread.number, ""};
    for (const core::Frame& frame : thread.frames) {
      if (std::ranges::find(frame.objects, object) == frame.objects.end()) continue;
      if (frame.function->library || frame.function->name.starts_with('<')) return std::nullopt;
      return is_shared ? Owner{std::nullopt, frame.function->name} : Owner{thread.number, frame.function->name};
    }
  }
  return is_shared ? std::optional(Owner{}) : std::nullopt;
}

// Of a variable that one thread has alone the page tells whose it is.
std::string StoryRecorder::name(const core::Value& pointer, const core::Type& type, const core::BitRange& bits,
                                const Owner& of) {
  const core::Memory& memory = machine_.memory();
  constexpr uint32_t kNobody = ~0u;
  const uint32_t viewer = of.thread.value_or(kNobody);
  if (auto known = core::place_name(memory, pointer, type.bytes, bits, viewer)) return *known;
  const auto offset = static_cast<uint64_t>(memory.signed_offset(pointer));
  std::string name = core::object_name(memory, pointer.object, viewer);
  if (bits.width != 0) return fmt::format("{}+{}:{}", name, offset, bits.offset);
  return memory.object(pointer.object).size == type.bytes ? name : fmt::format("{}+{}", name, offset);
}

std::string StoryRecorder::value(const Known& place) {
  core::Memory& memory = machine_.memory();
  memory.set_tap(&overlay_);
  std::string shown = core::value_text(memory, place.pointer, place.type, place.bits);
  memory.set_tap(nullptr);
  return shown;
}

void StoryRecorder::meet(const core::Machine::TypedAccess& access) {
  if (known_.size() >= kMostPlaces) return;
  const ObjectId object = access.pointer.object;
  const auto begin = static_cast<uint64_t>(machine_.memory().signed_offset(access.pointer));
  const uint64_t end = begin + access.type.bytes;
  for (uint32_t place : places_[object]) {
    const Known& known = known_[place];
    if (known.begin == begin && known.end == end && known.bits == access.bits) return;
  }
  std::optional<Owner> who = owner(object);
  if (!who || core::is_inside(machine_.memory(), access.pointer, access.type.bytes)) return;
  Known place{access.pointer, access.type, access.bits, begin, end, ""};
  place.shown = value(place);
  places_[object].push_back(static_cast<uint32_t>(known_.size()));
  const bool is_static = machine_.memory().object(object).storage == Storage::static_;
  story_.places.push_back({name(access.pointer, access.type, access.bits, *who), who->thread, who->function,
                           place.shown, is_static ? 0 : static_cast<uint32_t>(machine_.trace().count())});
  known_.push_back(std::move(place));
}

void StoryRecorder::before_step(uint32_t thread) {
  touched_.clear();
  killed_ = machine_.killed(thread);
  const core::Function* function = machine_.position(thread).function;
  if (function->name == "<init>") return;  // all that is constant stands in the program
  if (std::optional<core::Machine::TypedAccess> access = machine_.accessed(thread)) meet(*access);
  for (const Touch& touch : machine_.touches(thread))
    if (touch.kind != Touch::Kind::read) touched_.push_back(touch);
}

void StoryRecorder::after_step() {
  now();
  for (const Touch& touch : touched_) look(touch.object, touch.begin / 8, (touch.end + 7) / 8);
  for (ObjectId object : killed_)
    if (!machine_.memory().object(object).alive) end(object);
}

void StoryRecorder::reached(const Write& write) {
  for (const Part& part : write.patch) look(write.object, part.at, part.at + 1);
}

void StoryRecorder::made(const Write& write, size_t rank) {
  for (const Part& part : write.patch) {
    overlay_.put(write.object, part.at, machine_.memory().stored(write.object, part.at), part, rank);
    look(write.object, part.at, part.at + 1);
  }
}

void StoryRecorder::look(ObjectId object, uint64_t begin, uint64_t end) {
  auto places = places_.find(object);
  if (places == places_.end() || !machine_.memory().object(object).alive) return;
  for (uint32_t number : places->second) {
    Known& place = known_[number];
    if (!overlaps(begin, end, place.begin, place.end)) continue;
    std::string shown = value(place);
    if (shown == place.shown) continue;
    place.shown = std::move(shown);
    std::vector<Story::Change>& changes = now().changes;
    std::erase_if(changes, [&](const Story::Change& change) { return change.place == number; });
    changes.push_back({number, place.shown});
  }
}

void StoryRecorder::end(ObjectId object) {
  for (uint32_t number : places_[object]) {
    if (known_[number].shown.empty()) continue;
    known_[number].shown.clear();
    now().changes.push_back({number, std::nullopt});
  }
}

void StoryRecorder::note_buffer(uint32_t thread, const SharedMemory& memory) {
  std::vector<std::string> waiting = memory.buffer(thread);
  std::vector<std::string>& known = buffers_[thread];
  if (waiting == known) return;
  known = waiting;
  std::vector<Story::Buffer>& buffers = now().buffers;
  std::erase_if(buffers, [&](const Story::Buffer& buffer) { return buffer.thread == thread; });
  buffers.push_back({thread, std::move(waiting)});
}

Story StoryRecorder::take() {
  now();
  // The trace may have forgotten its first steps: one line stands for them (core/trace.h).
  const size_t kept = machine_.trace().steps().size();
  if (story_.moments.size() > kept && kept > 0) {
    const size_t dropped = story_.moments.size() - kept;
    Story::Moment first;
    for (size_t i = 0; i <= dropped; ++i) {
      for (Story::Change& change : story_.moments[i].changes) first.changes.push_back(std::move(change));
      for (Story::Buffer& buffer : story_.moments[i].buffers) first.buffers.push_back(std::move(buffer));
    }
    story_.moments.erase(story_.moments.begin(), story_.moments.begin() + static_cast<std::ptrdiff_t>(dropped));
    story_.moments.front() = std::move(first);
    for (Story::Place& place : story_.places) place.since -= std::min(place.since, static_cast<uint32_t>(dropped));
  }
  return std::move(story_);
}

}  // namespace fencepost::check
