// Listed states of counted threads (result/proof.h): is another state one of them? It is if its threads can be matched with the classes of a listed
// state, each with one that says nothing else of it.
#pragma once

#include <map>
#include <vector>

#include "result/proof.h"

namespace fencepost::check {

class CountedCover {
 public:
  using State = result::CountInvariants::State;
  using Member = result::ViewInvariants::Member;

  // It outlives this.
  void add(const State& state);

  // Some listed state's threads stand at the same places.
  bool lists(const State& places) const { return listed(places) != nullptr; }
  // Which predicates are told of what is shared in such states.
  std::vector<bool> shared_of(const State& places) const;
  // The same of threads at one of these places.
  std::vector<bool> values_of(const State& places, const Member& at) const;

  bool covers(const State& state) const;

 private:
  using Places = std::pair<std::vector<uint32_t>, std::map<Member, uint32_t>>;
  static Places places_of(const State& state);
  const std::vector<const State*>* listed(const State& like) const;

  std::map<Places, std::vector<const State*>> listed_;
};

}  // namespace fencepost::check
