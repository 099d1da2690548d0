// Random walks: edges are added to a graph and taken back, and after every step the graph must be what a new one with the same
// edges is. What is refused no completion may mend, by enumeration of all of them with the cat file; what is complete must be
// judged as the cat file judges it.
#include "memory/growing_graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "memory/consistency.h"
#include "random_graph.h"

namespace fencepost::memory {
namespace {

struct Edge {
  bool is_rf;
  EventId from, to;
};

bool add(GrowingGraph& growing, const Edge& edge) {
  return edge.is_rf ? growing.add_rf(edge.from, edge.to) : growing.add_co(edge.from, edge.to);
}

struct Completion {
  Relation rf, co;
  bool allowed;
};

std::vector<Completion> completions(RandomGraph r, const Model& model) {
  constexpr size_t kMany = 600;
  cat::Evaluator judge(model.program);
  std::vector<Completion> all;
  for_each_rf(r, [&](const Relation& rf) {
    for_each_co(r, [&](const Relation& co) {
      if (all.size() == kMany) return;
      r.graph.relation("rf") = rf;
      r.graph.relation("co") = co;
      r.graph.derive_communication();
      all.push_back({rf, co, judge.failing_checks(r.graph).empty()});
    });
  });
  if (all.size() == kMany) all.clear();
  return all;
}

bool contains(const Relation& all, const Relation& some) { return (some - all).none(); }

class Walk {
 public:
  Walk(unsigned seed, const Model& model)
      : r_(decorated_graph(seed)),
        completions_(completions(r_, model)),
        judge_(consistency_of(model)),
        growing_(judge_->grow(r_.graph)),
        random_(seed) {}

  size_t refused = 0, early = 0, complete = 0, undone = 0;

  void go() {
    if (completions_.empty()) return;
    for (size_t step = 0; step < 24; ++step) {
      if (!growing_->possible() || random_() % 4 == 0) {
        if (!edges_.empty()) take_back(random_() % edges_.size());
      } else if (std::vector<Edge> open = open_edges(); !open.empty()) {
        marks_.push_back(growing_->mark());
        edges_.push_back(open[random_() % open.size()]);
        const bool went = add(*growing_, edges_.back());
        ASSERT_EQ(went, growing_->possible());
      }
      compare_with_a_new_one();
      if (!growing_->possible())
        expect_no_completion();
      else if (open_edges().empty())
        expect_judged();
    }
    take_back(0);
    compare_with_a_new_one();
  }

 private:
  std::vector<Edge> open_edges() const {
    std::vector<Edge> open;
    for (EventId read : r_.reads) {
      bool has_source = false;
      for (const Edge& edge : edges_) has_source = has_source || (edge.is_rf && edge.to == read);
      if (has_source) continue;
      r_.locations[r_.graph.events()[read].location].writes.for_each([&](size_t w) {
        if (w != read) open.push_back({true, static_cast<EventId>(w), read});
      });
    }
    for (const cat::OpenLocation& location : r_.locations)
      location.writes.for_each([&](size_t a) {
        location.writes.for_each([&](size_t b) {
          if (a != b && !growing_->co().test(a, b) && !growing_->co().test(b, a))
            open.push_back({false, static_cast<EventId>(a), static_cast<EventId>(b)});
        });
      });
    return open;
  }

  void take_back(size_t to) {
    ++undone;
    growing_->undo(marks_.empty() ? 0 : marks_[to]);
    marks_.resize(to);
    edges_.resize(to);
  }

  // The order in which edges come makes no difference, either.
  void compare_with_a_new_one() {
    std::vector<Edge> shuffled = edges_;
    std::shuffle(shuffled.begin(), shuffled.end(), random_);
    const std::unique_ptr<GrowingGraph> fresh = judge_->grow(r_.graph);
    for (const Edge& edge : shuffled)
      if (fresh->possible()) add(*fresh, edge);
    ASSERT_EQ(fresh->possible(), growing_->possible());
    if (!fresh->possible()) return;
    EXPECT_EQ(fresh->rf(), growing_->rf());
    EXPECT_EQ(fresh->co(), growing_->co());
  }

  void expect_no_completion() {
    ++refused;
    Relation rf(r_.graph.size()), co(r_.graph.size());
    for (const Edge& edge : edges_) (edge.is_rf ? rf : co).set(edge.from, edge.to);
    if (rf.count() < r_.reads.size()) ++early;
    for (const Completion& each : completions_)
      EXPECT_FALSE(each.allowed && contains(each.rf, rf) && contains(each.co, co)) << "an allowed graph is refused";
  }

  void expect_judged() {
    const auto same = std::find_if(completions_.begin(), completions_.end(), [&](const Completion& each) {
      return each.rf == growing_->rf() && each.co == growing_->co();
    });
    ASSERT_NE(same, completions_.end()) << "coherence is no order of all writes";
    ++complete;
    EXPECT_EQ(growing_->allowed(), same->allowed);
  }

  RandomGraph r_;
  std::vector<Completion> completions_;
  std::unique_ptr<Consistency> judge_;
  std::unique_ptr<GrowingGraph> growing_;
  std::mt19937 random_;
  std::vector<Edge> edges_;
  std::vector<size_t> marks_;
};

class GrowingGraphs : public testing::TestWithParam<std::string> {};

TEST_P(GrowingGraphs, AreWhatTheirEdgesAre) {
  const auto model = load_model(GetParam());
  size_t refused = 0, early = 0, complete = 0, undone = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE(fmt::format("{} seed {}", GetParam(), seed));
    Walk walk(seed, *model);
    walk.go();
    refused += walk.refused;
    early += walk.early;
    complete += walk.complete;
    undone += walk.undone;
  }
  EXPECT_GT(refused, 100u);
  EXPECT_GT(early, 20u) << "refused before all reads had a source";
  EXPECT_GT(complete, 100u);
  EXPECT_GT(undone, 500u);
}

INSTANTIATE_TEST_SUITE_P(Models, GrowingGraphs,
                         testing::Values("sc", "tso", "pso", "rc11", "aarch64", "power", "riscv"),
                         [](const auto& test) { return test.param; });

// Asked through the same door, the definition lists the orders that the quick judge lists.
TEST(GrowingGraphs, ListTheSameOrdersByEvaluation) {
  const auto model = load_model("tso");
  const std::unique_ptr<Consistency> quick = consistency_of(*model);
  Consistency definition(*model);
  size_t listed = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomGraph r = decorated_graph(seed);
    size_t tried = 0;
    for_each_rf(r, [&](const Relation& rf) {
      if (++tried > 10) return;
      r.graph.relation("rf") = rf;
      std::vector<Relation> one, other;
      quick->each_coherence(r.graph, [&](const Relation& co) {
        one.push_back(co);
        return true;
      });
      definition.each_coherence(r.graph, [&](const Relation& co) {
        other.push_back(co);
        return true;
      });
      EXPECT_EQ(one.size(), other.size()) << seed;
      for (const Relation& co : one) EXPECT_EQ(std::count(other.begin(), other.end(), co), 1) << seed;
      EXPECT_EQ(definition.violations_of_rf(r.graph, 1).empty(), !one.empty()) << seed;
      listed += one.size();
    });
  }
  EXPECT_GT(listed, 250u);
}

}  // namespace
}  // namespace fencepost::memory
