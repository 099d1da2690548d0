// A load-exclusive and its store-exclusive: one Rmw where both stand in one statement with nothing but computations in between.
//
// Where each stands in a statement of its own (musl's a_ll and a_sc, CMSIS' __LDREX and __STREX), what the load found is kept
// (library/exclusives.c), and the store is an Rmw that takes place only if it finds the same again. That is another write with the same value
// now and then, which a monitor would have noticed; but then the load could have come later and have read that one, since nothing
// but computations of the thread's own lie in between (separate_exclusives.h).
#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/clang/assembly.h"
#include "frontend/clang/separate_exclusives.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

namespace {

bool acquires(MemoryOrder order) { return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel; }
bool releases(MemoryOrder order) { return order == MemoryOrder::release || order == MemoryOrder::acq_rel; }

ExprPtr truth(ExprOp op, std::vector<ExprPtr> args) { return core::make(op, core::boolean_type(), std::move(args)); }

// What the library keeps of a load beside the value: its bytes, if it is a pointer, and its order. It is never 0.
constexpr std::array kOrdersOfLoads = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::acq_rel};
unsigned kind_of(const core::Type& type, unsigned order) {
  constexpr unsigned kIsPointer = 16, kPerOrder = 32;
  return type.bytes + (type.kind == core::TypeKind::pointer ? kIsPointer : 0) + kPerOrder * order;
}

}  // namespace

// What the load acquires and the store releases; is_acquire: by what comes behind.
MemoryOrder Assembly::order_of_both(MemoryOrder load, MemoryOrder store, bool is_acquire) {
  MemoryOrder order = acquires(load) && releases(store) ? MemoryOrder::acq_rel
                      : acquires(load) || is_acquire    ? MemoryOrder::acquire
                      : releases(store)                 ? MemoryOrder::release
                                                        : MemoryOrder::relaxed;
  // On RISC-V acq_rel is both letters on both; a letter on each is less, and has no name.
  if (shape_.target == Target::riscv64 && shape_.is_models_machine) {
    const bool are_both = load == MemoryOrder::acq_rel && store == MemoryOrder::acq_rel;
    const bool is_one = load == MemoryOrder::relaxed || store == MemoryOrder::relaxed;
    if (!are_both && (!is_one || load > MemoryOrder::acquire || store == MemoryOrder::acq_rel))
      throw NotUnderstood{"the orders of lr and sc together"};
  }
  order = in_order(order);
  return order == MemoryOrder::acq_rel && !shape_.is_models_machine ? MemoryOrder::seq_cst : order;
}

void Assembly::begin_exclusive(size_t number_of_line) {
  const Line& line = lines_[number_of_line];
  const AsmStep &step = line.step, &store = lines_[*line.stores].step;
  Region region;
  region.store = *line.stores;
  region.load = step;
  region.type = step.is_wide ? core::int_type(8 * step.bytes, false)
                             : access_type(step.memory, {step.to, store.from}, step.bytes);
  region.at = memory_at(step.memory, region.type);
  in_.check_access(region.at, core::constant(region.type.bytes, in_.size_type()), region.type.bytes, true);
  region.at.ptr = build_.bind(region.at.ptr);
  region.old = build_.fresh(region.type);
  region.stays = core::truth(true);
  const ExprPtr old = in_.what_was_read(region.old, type_for(region.type));
  region_ = std::move(region);
  if (step.is_wide) return write_pair(step.to, step.to_high, step.bytes, old);
  write(step.to, step.bytes, old, step.is_signed || shape_.target == Target::riscv64);
}

void Assembly::end_exclusive(size_t number_of_line) {
  const Line& line = lines_[number_of_line];
  const AsmStep& step = line.step;
  if (!region_ || region_->store != number_of_line) throw NotUnderstood{"a store-exclusive without its load"};
  const ExprPtr given =
      step.is_wide ? read_pair(step.from, step.from_high, step.bytes) : as(read(step.from, step.bytes), region_->type);
  Region region = std::move(*region_);
  region_.reset();
  const bool is_tried_again = line.retry && !kept_retries_.contains(*line.retry);
  if (is_tried_again) {
    bool repeats = is_pure_;
    for (const std::string& name : read_first_) repeats = repeats && !written_.contains(name);
    if (!repeats) {
      kept_retries_.insert(*line.retry);
      throw TryAgain{};
    }
  }
  ExprPtr succeeds = core::truth(true);
  if (!is_tried_again) {
    core::Reg fails = build_.fresh(core::boolean_type());
    build_.emit(core::Choose{fails, core::boolean_type()}, "store-exclusive fails");
    succeeds = core::log_not(core::reg_expr(fails, core::boolean_type()));
  }
  size_t next = line.retry ? *line.retry + 1 : number_of_line + 1;
  const bool has_isync =
      next < lines_.size() && lines_[next].step.after_exclusive && is_tried_again && labels_.count(next) == 0;
  const MemoryOrder order = order_of_both(region.load.order, step.order, has_isync);
  const MemoryOrder order_of_read = in_order(acquires(region.load.order) ? MemoryOrder::acquire : MemoryOrder::relaxed);
  std::optional<MemoryOrder> failure = order_of_read;
  if (failure == order) failure.reset();
  const ExprPtr stores = core::log_and(region.stays, succeeds);
  const bool is_certain = core::is_constant(stores);
  auto update_once = [&] {
    build_.emit(core::Rmw{region.old, region.at.ptr, region.type, is_certain ? nullptr : stores, given, order, failure},
                region.at.text);
  };
  if (step.is_wide && !is_certain) {
    const ExprPtr is_torn = load_torn(region, order_of_read, update_once);
    // Where the store fails and another attempt follows, that one counts.
    if (is_tried_again)
      build_.emit(core::Assume{build_.bind(core::log_not(core::log_and(is_torn, region.stays)))});
    else
      succeeds = core::log_and(succeeds, core::log_not(is_torn));
  } else {
    update_once();
  }
  in_.use({in_.what_was_read(region.old, type_for(region.type)), region.old, nullptr}, region.at.text.c_str());
  is_pure_ = false;
  for (auto& [name, value] : values_) value = build_.bind(value);
  for (Exit& exit : region.exits) {
    const core::Label leave = build_.fresh_label(), stay = build_.fresh_label();
    build_.emit(core::Branch{build_.bind(exit.condition), leave, stay});
    build_.define_label(leave);
    settle(exit.values);
    build_.jump(labels_.at(exit.line));
    build_.define_label(stay);
  }
  report_store(step, succeeds);
}

// The status that a store-exclusive leaves: 0 if it took place.
void Assembly::report_store(const AsmStep& step, const ExprPtr& succeeds) {
  flags_ = {};
  if (step.sets_flags) flags_.e = build_.bind(succeeds);
  if (!step.has_to) return;
  const core::Type status = core::int_type(32, false);
  write(step.to, 4,
        core::make(ExprOp::select, status, {succeeds, core::constant(0, status), core::constant(1, status)}));
}

void Assembly::load_alone(const AsmStep& step) {
  const core::Type type = access_type(step.memory, {step.to}, step.bytes);
  const ExprPtr value = load(step.memory, type, step.order);
  write(step.to, step.bytes, value, step.is_signed || shape_.target == Target::riscv64);
  const auto* order = std::ranges::find(kOrdersOfLoads, step.order);
  if (order == kOrdersOfLoads.end()) throw NotUnderstood{"the order of a load-exclusive"};
  const auto number = static_cast<unsigned>(order - kOrdersOfLoads.begin());
  const ExprPtr kind = core::constant(kind_of(type, number), in_.type_of(in_.context_.UnsignedIntTy));
  const ExprPtr at = memory_at(step.memory, type).ptr;
  if (type.kind == core::TypeKind::pointer)
    in_.call_library("__fencepost_exclusive_pointer", {at, kind, value}, std::nullopt);
  else
    in_.call_library("__fencepost_exclusive_number", {at, kind, widened(value, false)}, std::nullopt);
}

// Of what the library has kept: one update for each order that the load may have had.
void Assembly::store_alone(const AsmStep& step) {
  if (step.is_wide) throw NotUnderstood{"a store-exclusive of two registers without its load"};
  // What comes behind makes it an acquire, or does not; elsewhere there is no event for that.
  if (shape_.target == Target::ppc64 && !shape_.is_models_machine)
    throw NotUnderstood{"a store-exclusive without its load, but for the memory model of the machine,"};
  is_pure_ = false;
  const core::Type type = access_type(step.memory, {step.from}, step.bytes), boolean = core::boolean_type();
  const core::Type number = in_.type_of(in_.context_.UnsignedIntTy);
  const ExprPtr given = build_.bind(as(read(step.from, step.bytes), type));
  const Lvalue at = memory_at(step.memory, type);
  in_.check_access(at, core::constant(type.bytes, in_.size_type()), type.bytes, true);
  const ExprPtr ptr = build_.bind(at.ptr);
  const ExprPtr place = in_.call_library("__fencepost_exclusive_place", {}, in_.pointer());
  const ExprPtr wanted =
      type.kind == core::TypeKind::pointer
          ? in_.call_library("__fencepost_exclusive_found", {}, type)
          : build_.bind(as(in_.call_library("__fencepost_exclusive_value", {}, core::int_type(64, false)), type));
  const ExprPtr kind = in_.call_library(kTakesExclusive, {}, number);
  const core::Reg fails = build_.fresh(boolean), old = build_.fresh(type);
  build_.emit(core::Choose{fails, boolean}, "store-exclusive fails");
  const ExprPtr succeeds = build_.bind(core::log_not(core::reg_expr(fails, boolean)));
  const ExprPtr is_same = truth(ExprOp::eq, {core::reg_expr(old, type), wanted});
  core::Block otherwise =
      build_.capture([&] { build_.emit(core::Unsupported{reason("its load-exclusive was of another type")}); });
  for (unsigned i = 0; i < kOrdersOfLoads.size(); ++i) {
    core::Block update = build_.capture([&] {
      core::Rmw one{old, ptr, type, is_same, given, order_of_both(kOrdersOfLoads[i], step.order, false)};
      // On Power a branch on the result is one on what was read.
      one.is_foretold = shape_.target != Target::ppc64;
      build_.emit(std::move(one), at.text);
    });
    otherwise = build_.capture([&] {
      const ExprPtr is_this = truth(ExprOp::eq, {kind, core::constant(kind_of(type, i), number)});
      build_.emit(core::If{build_.bind(is_this), std::move(update), std::move(otherwise)});
    });
  }
  const ExprPtr is_place = truth(ExprOp::eq, {place, ptr});
  core::Block stores = build_.capture([&] {
    build_.append(std::move(otherwise));
    build_.emit(core::Assume{build_.bind(is_same)});
  });
  core::Block elsewhere = build_.capture(
      [&] { build_.emit(core::Unsupported{reason("there is no load-exclusive of this place before it")}); });
  core::Block attempt =
      build_.capture([&] { build_.emit(core::If{build_.bind(is_place), std::move(stores), std::move(elsewhere)}); });
  build_.emit(core::If{succeeds, std::move(attempt), {}});
  report_store(step, succeeds);
}

}  // namespace fencepost::frontend
