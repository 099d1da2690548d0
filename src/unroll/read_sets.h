// Which reads a value, an address or a branch rests on, for memory models that order accesses by dependency. The data flow
// is the program's text: `v ^ v` rests on what v rests on, whatever it comes to. So sets travel with values, beside
// their terms, and a value that paths choose has each side's reads under the condition of that side. Rejected: the
// variables that occur in a term; simplification loses them, and a choice mixes in its condition.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "logic/term.h"

namespace fencepost::unroll {

// By number; 0 is the empty set. Equal sets have one number.
using ReadSet = uint32_t;

class ReadSets {
 public:
  struct Member {
    uint32_t read;     // event
    logic::Term when;  // it counts if this holds
    auto key() const { return std::pair(read, when.id()); }
  };
  using Members = std::vector<Member>;  // by read

  explicit ReadSets(logic::Terms& terms) : terms_(terms), sets_(1) {}

  ReadSet only(uint32_t read);
  ReadSet join(ReadSet a, ReadSet b) {
    if (a == b || b == 0) return a;
    return a == 0 ? b : join_different(a, b);
  }
  ReadSet choose(logic::Term condition, ReadSet yes, ReadSet no) {
    return yes == no ? yes : choose_different(condition, yes, no);
  }
  const std::vector<Members>& all() const { return sets_; }

 private:
  template <typename Combine>
  ReadSet combine(ReadSet a, ReadSet b, const Combine& when);
  ReadSet join_different(ReadSet a, ReadSet b);
  ReadSet choose_different(logic::Term condition, ReadSet yes, ReadSet no);
  ReadSet intern(Members members);

  logic::Terms& terms_;
  std::vector<Members> sets_;
  std::map<std::vector<std::pair<uint32_t, uint32_t>>, ReadSet> known_;
  std::map<std::pair<ReadSet, ReadSet>, ReadSet> joined_;
  std::map<std::tuple<uint32_t, ReadSet, ReadSet>, ReadSet> chosen_;
};

}  // namespace fencepost::unroll
