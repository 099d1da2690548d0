// Random flat programs with a main thread and two others, with loops, waiting, atomic sections and locks, some of which are used as they should be.
#pragma once

#include <random>

#include "builder.h"

namespace fencepost::flat::testing {

class RandomProgram {
 public:
  RandomProgram(uint64_t seed, bool has_locks) : has_locks_(has_locks), random_(seed) {
    main_ = builder.thread("main");
    for (const char* name : {"f", "g"}) threads_.push_back(builder.thread(name));
    for (const char* name : {"x", "y", "z"}) shared_.push_back(builder.shared(name, 2));
    if (has_locks)
      for (const char* name : {"l", "m"}) locks_.push_back(builder.shared(name, 2));
    for (uint32_t i = 0; i <= threads_.size(); ++i)
      registers_.push_back(builder.own(TemplateId{i}, std::string(1, 'r') + char('0' + i), 2));
    uint32_t at = 0;
    body(main_, at, 1);
    for (TemplateId thread : threads_) {
      builder.edge(main_, at, at + 1, Spawn{thread, {}});
      ++at;
    }
    if (has_locks)
      locked_body(main_, at, 1);
    else
      body(main_, at, 2);
    if (below(2)) {
      builder.edge(main_, at, at + 1, Join{threads_[0]});
      ++at;
    }
    Term r = builder(registers_[0]);
    builder.edge(main_, at, at + 1, Load{registers_[0], {shared_[0], {}}});
    builder.edge(main_, at + 1, at + 2,
                 Check{core::Undef::assertion, builder.terms.ne(r, builder.num(below(4), 2)), ""});
    for (TemplateId thread : threads_) {
      uint32_t from = 0;
      body(thread, from, has_locks ? 1 : 4);
      if (has_locks) locked_body(thread, from, 2);
    }
    builder.done();
  }

  Builder builder;

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  // Mostly as it should be: taken by one update and waited for, by a loop, or if it is free; given back by an update or a store; sometimes
  // by who does not hold it, or not at all.
  void locked_body(TemplateId of, uint32_t& at, unsigned most) {
    VarId own = registers_[index(of)], lock = locks_[below(2)];
    Term is_free = builder.terms.eq(builder(own), builder.num(0, 2)), always = builder.terms.boolean(true);
    uint32_t first = at;
    auto add = [&](Label label) {
      builder.edge(of, at, at + 1, std::move(label));
      ++at;
    };
    unsigned how = below(8);
    std::optional<uint32_t> tried;
    if (how > 0) add(Rmw{own, {lock, {}}, below(3) ? is_free : always, builder.num(1 + index(of), 2)});
    if (how >= 1 && how <= 4) add(Assume{is_free});
    if (how == 5 || how == 6) {
      builder.edge(of, at, first, Assume{builder.terms.not_(is_free)});
      add(Assume{is_free});
    }
    if (how == 7) {
      tried = at;
      add(Assume{is_free});
    }
    if (most > 1 && below(3) == 0)
      locked_body(of, at, most - 1);
    else
      body(of, at, most);
    if (unsigned back = below(8); back > 1)
      add(Rmw{own, {lock, {}}, always, builder.num(0, 2)});
    else if (back == 1)
      add(Store{{lock, {}}, builder.num(0, 2)});
    if (tried) builder.edge(of, *tried, at, Assume{builder.terms.not_(is_free)});
  }

  void body(TemplateId of, uint32_t& at, unsigned most) {
    VarId own = registers_[index(of)];
    uint32_t first = at;
    auto add = [&](Label label) {
      builder.edge(of, at, at + 1, std::move(label));
      ++at;
    };
    for (unsigned n = 1 + below(most); n > 0; --n) {
      VarId shared = shared_[below(3)];
      Term condition = builder.terms.eq(builder(own), builder.num(below(4), 2));
      switch (below(9)) {
        case 0:
        case 1:  // of a lock, too: who wants it may change it, whoever holds it
          add(Load{own, {has_locks_ && below(4) == 0 ? locks_[below(2)] : shared, {}}});
          break;
        case 2:
        case 3:
          add(Store{{shared, {}}, below(2) ? builder(own) : builder.num(below(4), 2)});
          break;
        case 4:
          add(Assign{own, builder.plus(builder(own), 1)});
          break;
        case 5:  // a branch that joins again, or waits
          builder.edge(of, at, at + 1, Assume{condition});
          if (below(3)) builder.edge(of, at, at + 1, Assume{builder.terms.not_(condition)});
          ++at;
          break;
        case 6:
          add(AtomicBegin{});
          add(Load{own, {shared, {}}});
          if (below(3) == 0) add(Assume{condition});
          add(Store{{shared, {}}, builder.plus(builder(own), 1)});
          add(AtomicEnd{});
          break;
        case 7:
          add(Rmw{own, {shared, {}}, builder.terms.eq(builder(own), builder.num(0, 2)), builder.num(1, 2)});
          break;
        case 8:  // back to the beginning, or on
          builder.edge(of, at, first, Assume{condition});
          builder.edge(of, at, at + 1, Assume{builder.terms.not_(condition)});
          ++at;
          break;
      }
    }
    if (below(4) == 0) add(Check{core::Undef::assertion, builder.terms.ne(builder(own), builder.num(below(4), 2)), ""});
  }

  bool has_locks_;
  std::mt19937_64 random_;
  TemplateId main_{};
  std::vector<TemplateId> threads_;
  std::vector<VarId> shared_, locks_, registers_;
};

}  // namespace fencepost::flat::testing
