// The parts of an execution of a small program, for tests of one of them: globals x, y and lock, a main, and a thread that
// nobody runs. What threads do is told to the part or to what is learnt (sharing.h), not executed.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "../core/builder.h"
#include "program/lower.h"
#include "unroll/parts.h"

namespace fencepost::unroll::testing {

using namespace core::testing;

class PartsTest : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kInt}};
  core::ExprPtr x = m.global("x"), y = m.global("y"), lock = m.global("lock");
  core::FunctionId locks = library("lock", core::Role::Kind::lock),
                   unlocks = library("unlock", core::Role::Kind::unlock),
                   waits = library("wait", core::Role::Kind::wait);
  Options options;
  Terms terms;
  Budget budget;

  PartsTest() { m.body({ret(num(0))}); }

  core::FunctionId library(const char* name, core::Role::Kind role) {
    core::FunctionId id = m.function(name);
    m.define(id, {});
    m.at(id).library = true;
    m.at(id).role = {role, 32};
    return id;
  }

  // Another execution, which knows what the last one learnt.
  void start() {
    if (!cfa_) cfa_.emplace(program::lower(m.program));
    if (!shapes_) shapes_.emplace(*cfa_);
    if (!learnt_) learnt_.emplace(options.model);
    learnt_->sharing.settle();
    learnt_->address_use.settle();
    parts_.emplace(*cfa_, options, terms, budget, *shapes_, *learnt_);
    frame = frame_of(m.main);
  }
  Parts& parts() {
    if (!parts_) start();
    return *parts_;
  }
  Sharing& sharing() {
    if (!learnt_) learnt_.emplace(options.model);
    return learnt_->sharing;
  }
  Frame frame_of(core::FunctionId function) {
    Frame made;
    made.function = function;
    made.procedure = &cfa_->procedure(function);
    made.shape = &shapes_->of(function);
    return made;
  }

  // A state of a thread, while there are others, in which all globals are zero.
  State state(uint32_t thread) {
    State made;
    made.thread = thread;
    made.path = parts().paths.root();
    made.concurrent = true;
    for (uint32_t i = 0; i < m.program.globals.size(); ++i) {
      auto content = new ObjectState;
      content->alive = terms.boolean(true);
      content->rest = Piece::Kind::zero;
      made.memory.set(object(i), Shared<ObjectState>(content));
    }
    return made;
  }
  Step step(const State& state) { return {state.thread, state.path, &frame, frame.procedure->edges.data()}; }
  uint32_t object(uint32_t global) const { return 1 + static_cast<uint32_t>(m.program.functions.size()) + global; }
  Value pointer(uint32_t global) { return parts().pointers.make(object(global)); }
  Value number(Bits value) { return {terms.bv(value, 32), {}, {}}; }
  Lock the_lock() const { return {object(2), 0}; }
  // The only cell of a global.
  const CellUse& cell(uint32_t global) { return *sharing().cells(object(global), 0, 32).at(0); }
  void store(State& state, uint32_t global, const Value& value) {
    parts().access.store(state, pointer(global), value, kInt, {}, terms.boolean(true));
  }
  Value load(State& state, uint32_t global) { return parts().access.load(state, pointer(global), kInt, {}); }
  SharedAccess access(const Value& pointer, core::MemoryOrder order = core::MemoryOrder::plain) {
    return {.pointer = pointer, .bytes = terms.bv(4, 64), .order = order, .at_once = true};
  }

  Frame frame;

 private:
  std::optional<program::Cfa> cfa_;
  std::optional<program::Shapes> shapes_;
  std::optional<Learnt> learnt_;
  std::optional<Parts> parts_;
};

}  // namespace fencepost::unroll::testing
