// Small flat programs for the parts of the engine that abstracts.
#pragma once

#include "../flat/builder.h"
#include "base/statistics.h"
#include "engine/cegar/abstractor.h"
#include "engine/cegar/interleaving.h"

namespace fencepost::engine::cegar {

// i = j = 0; while (i != limit) { i++; j++; } check i == j
struct TwoCounters : flat::testing::Builder {
  flat::TemplateId main = thread("main");
  flat::VarId i = own(main, "i", 32), j = own(main, "j", 32);
  Term limit = num(1000000, 32);
  Term equal = terms.eq((*this)(i), (*this)(j)), at_limit = terms.eq((*this)(i), limit);
  Budget budget;
  Statistics statistics;

  explicit TwoCounters(logic::Bits step = 1) {
    edge(main, 0, 1, flat::Assign{i, num(0, 32)});
    edge(main, 1, 2, flat::Assign{j, num(0, 32)});
    edge(main, 2, 3, flat::Assume{terms.not_(at_limit)});
    edge(main, 3, 4, flat::Assign{i, plus((*this)(i), 1)});
    edge(main, 4, 2, flat::Assign{j, plus((*this)(j), step)});
    edge(main, 2, 5, flat::Assume{at_limit});
    edge(main, 5, 6, flat::Check{core::Undef::assertion, equal, "equal"});
    done();
  }
};

}  // namespace fencepost::engine::cegar
