#include "driver/witness/steering.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/waypoints.h"

namespace fencepost::driver {

namespace {

using core::SourceMap;
using result::Segment;
using result::Waypoint;
using Kind = Waypoint::Kind;

bool fits(const Waypoint& point, const SourcePos& pos) {
  return pos.file == point.pos.file && pos.line == point.pos.line &&
         (point.pos.column == 0 || pos.column == point.pos.column);
}

// A waypoint in its place: when it is passed, and what is done then.
struct Step {
  std::string when, then;
  bool outcome = true;  // of a branch
};

// Where C text is added: one statement that asks for one waypoint after the other, the latest first, so that one visit passes one.
struct Site {
  enum class Form : uint8_t { before, behind, condition, value, enter };
  Form form = Form::before;
  SourcePos begin, end;
  bool is_in_block = true, is_call = false;
  std::vector<Step> steps;
};

struct Obstacle {
  const Waypoint& at;
  std::string what;
  bool is_impossible = false;
};

class Maker {
 public:
  Maker(const result::Witness& witness, const SourceMap& map, bool in_one_order, bool fails_there, bool has_gates)
      : witness_(witness), map_(map), in_one_order_(in_one_order), fails_there_(fails_there), has_gates_(has_gates) {}

  Steering made() {
    Steering steering;
    try {
      for (const Segment& segment : witness_.segments) add(segment);
    } catch (const Obstacle& obstacle) {
      (obstacle.is_impossible ? steering.impossible : steering.obstacle) = obstacle.what;
      steering.where = obstacle.at.told_at;
      return steering;
    }
    steering.handovers = handovers_ + 1;
    steering.order = std::move(order_);
    steering.handed_at_end = handed_at_end_;
    for (const Site& site : sites_) put(site);
    steering.insertions = in_order();
    steering.creations = std::move(creations_);
    steering.failing = std::move(failing_);
    steering.is_declaration = is_declaration_;
    // The variables that are counted in come with the first piece of text.
    if (steering.insertions.empty() && !is_declaration_) steering.insertions.push_back({beginning(), " "});
    return steering;
  }

 private:
  void add(const Segment& segment) {
    const Waypoint& next = segment.follow.front();
    for (const Waypoint& point : segment.avoid) avoid(point, next);
    if (next.kind == Kind::target) {
      for (const Waypoint& point : segment.follow) target(point);
      return;
    }
    if (next.kind == Kind::assumption && next.value == "1" && next.pos.column == 0)
      if (const SourceMap::Statement* there = statement(next); there == nullptr || !there->is_written)
        return;  // lines of declarations are steps to others
    const uint32_t thread = next.thread;
    std::string then = fmt::format("__fencepost_w_passed = {};", passed_[thread] + 1);
    if (next.creates) then += fmt::format(" __fencepost_w_next = {};", ++created_);
    const std::optional<size_t> handover = hand_over(next);
    std::string when =
        fmt::format("__fencepost_w_thread == {} && __fencepost_w_passed == {}", next.thread, passed_[next.thread]);
    if (handover) when += fmt::format(" && __atomic_load_n(&__fencepost_w_handed[{}], __ATOMIC_RELAXED)", *handover);
    order_.push_back({&next, handover});
    last_ = &next;
    last_is_in_core_ = next.creates && create_in_core(next, handover);
    ++passed_[thread];
    // Known when the next waypoint is another thread's.
    if (!last_is_in_core_) place(next, when, std::move(then));
  }

  bool create_in_core(const Waypoint& next, std::optional<size_t> handover) {
    auto arm = std::ranges::find_if(map_.arms, [&](const SourceMap::Arm& one) { return fits(next, one.begin); });
    const SourceMap::Call* made = arm == map_.arms.end() ? call(next) : nullptr;
    if (arm == map_.arms.end() && (made == nullptr || made->is_written)) return false;
    require_function(next, made != nullptr ? made->function : arm->function);
    creations_.push_back(
        {made != nullptr ? made->begin : arm->begin, {next.thread, passed_[next.thread], handover}, created_});
    return true;
  }

  SourcePos beginning() const {
    const Waypoint& target = witness_.segments.back().follow.front();
    return source_pos(*target.pos.file, 1, 1);
  }

  // The flag by which the thread of the last waypoint tells that it has passed it, if another one is next.
  std::optional<size_t> hand_over(const Waypoint& next) {
    if (!in_one_order_ || last_ == nullptr || last_->thread == next.thread) return std::nullopt;
    if (last_is_in_core_)
      creations_.back().hands = handovers_;
    else
      last_step().then += fmt::format(" __atomic_store_n(&__fencepost_w_handed[{}], 1, __ATOMIC_RELAXED);", handovers_);
    return handovers_++;
  }
  Step& last_step() { return sites_[last_site_].steps.back(); }

  const SourceMap::Statement* statement(const Waypoint& point) const {
    const SourceMap::Statement* found = nullptr;
    for (const SourceMap::Statement& one : map_.statements)
      if ((fits(point, one.inner) || fits(point, one.begin)) && (found == nullptr || point.pos.column == 0)) {
        if (found == nullptr || core::is_before(one.begin, found->begin)) found = &one;
      }
    return found;
  }

  void place(const Waypoint& point, std::string when, std::string then) {
    Site site;
    std::string condition = point.value.empty() ? "1" : "(" + point.value + ")";
    if (point.kind == Kind::assumption) {
      const SourceMap::Statement& one = written(point, statement(point), "statement");
      site.form = point.behind ? Site::Form::behind : Site::Form::before;
      site.begin = one.inner;
      site.end = one.end;
      site.is_in_block = one.in_block;
    } else if (point.kind == Kind::branching) {
      const SourceMap::Branch& one = written(point, branch(point), "branch");
      if (!one.begin.valid()) throw Obstacle{point, "the loop there has no condition", true};
      const bool is_switch = one.kind == SourceMap::Branch::Kind::switch_;
      if (is_switch && point.value == "default") throw Obstacle{point, "`default` of a switch is not followed"};
      const bool is_truth = point.value == "true" || point.value == "false";
      if (is_truth == is_switch) throw Obstacle{point, "the branch there has no such outcome", true};
      site.form = is_switch ? Site::Form::value : Site::Form::condition;
      site.begin = one.begin;
      site.end = one.end;
      condition = is_switch ? fmt::format("(__fencepost_w_r == ({}))", point.value) : "1";
    } else {
      const SourceMap::Call& one = written(point, call(point), "call");
      site.form = point.kind == Kind::function_return ? Site::Form::value : Site::Form::enter;
      if (site.form == Site::Form::value && !one.has_value) throw Obstacle{point, "the call there has no value", true};
      site.is_call = true;
      site.begin = one.begin;
      site.end = one.closing;
      ++site.end.column;
      if (site.form == Site::Form::enter) condition = "1";
      for (size_t at = 0; (at = condition.find("\\result", at)) != std::string::npos;)
        condition.replace(at, std::string_view("\\result").size(), "__fencepost_w_r");
    }
    when += " && " + condition;
    for (char& c : when)
      if (c == '\n' || c == '\r') c = ' ';
    last_site_ = site_like(site);
    sites_[last_site_].steps.push_back({std::move(when), std::move(then), point.value == "true"});
  }

  size_t site_like(const Site& site) {
    for (size_t i = 0; i < sites_.size(); ++i)
      if (sites_[i].form == site.form && sites_[i].begin == site.begin && sites_[i].end == site.end) return i;
    sites_.push_back(site);
    return sites_.size() - 1;
  }

  const SourceMap::Branch* branch(const Waypoint& point) const {
    auto found = std::ranges::find_if(map_.branches, [&](const auto& one) { return fits(point, one.keyword); });
    return found == map_.branches.end() ? nullptr : &*found;
  }

  const SourceMap::Call* call(const Waypoint& point) const {
    auto is_meant = [&](const SourceMap::Call& one) {
      if (!fits(point, one.closing)) return false;
      if (point.creates) return core::makes_threads(one.callee);
      if (point.pos.column > 0) return true;
      return point.callee.empty() || one.callee == point.callee;
    };
    auto found = std::ranges::find_if(map_.calls, is_meant);
    return found == map_.calls.end() ? nullptr : &*found;
  }

  template <typename Part>
  const Part& written(const Waypoint& point, const Part* part, const char* what) const {
    if (part == nullptr)
      throw Obstacle{point, fmt::format("no {} is at {}, as it says", what, to_string(point.pos)), true};
    require_function(point, part->function);
    if (!part->is_written)
      throw Obstacle{point, fmt::format("what is at {} stands inside of a macro", to_string(point.pos))};
    return *part;
  }

  static void require_function(const Waypoint& point, const std::string& function) {
    if (!point.function.empty() && !function.empty() && point.function != function)
      throw Obstacle{point,
                     fmt::format("what is at {} is in {}, not in {}", to_string(point.pos), function, point.function),
                     true};
  }

  void avoid(const Waypoint& point, const Waypoint& next) {
    if (point.thread != next.thread)
      throw Obstacle{point, "it is to be avoided by another thread than the one that goes on"};
    std::string when =
        fmt::format("__fencepost_w_thread == {} && __fencepost_w_passed == {}", point.thread, passed_[point.thread]);
    place(point, std::move(when), "__VERIFIER_assume(0);");
  }

  void target(const Waypoint& point) {
    // What the statement calls, and what it calls with, may pass waypoints before it fails.
    const std::optional<size_t> handover = has_gates_ ? hand_over(point) : std::nullopt;
    if (handover) handed_at_end_ = handover;
    const std::string fails = fmt::format(
        "__fencepost_w_failing = __fencepost_w_thread == {} ? {} : -1; __fencepost_w_gate = {};", point.thread,
        passed_[point.thread], handover ? fmt::format("&__fencepost_w_handed[{}]", *handover) : "&__fencepost_w_open");
    bool found = false, is_in_macro = false;
    SourcePos behind;  // of the last one that was found
    for (const SourceMap::Statement& one : map_.statements) {
      if (!fits(point, one.inner) && !fits(point, one.begin)) continue;
      if (found && (behind.file == one.begin.file && core::is_before(one.begin, behind))) continue;
      require_function(point, one.function);
      if (!one.is_written) {
        is_in_macro = true;
        continue;
      }
      if (fails_there_) {
        piece(Rank::target, one.inner, (one.in_block ? " " : "{ ") + fails + " ");
        piece(Rank::target_end, one.end, std::string(" __fencepost_w_failing = -1;") + (one.in_block ? "" : " }"));
        if (one.is_loop) again_in_head(one, fails);
      }
      behind = one.end;
      found = true;
    }
    for (const SourceMap::Branch& one : map_.branches) {
      if (!one.begin.valid() || !fits(point, one.begin)) continue;
      if (found && core::is_before(one.begin, behind)) continue;
      require_function(point, one.function);
      if (!one.is_written) {
        is_in_macro = true;
        continue;
      }
      if (fails_there_) around(one.begin, one.end, "((void)({ " + fails + " }), (", "))");
      found = true;
    }
    // What is wrong with a declaration fails before anything is done.
    const bool is_alone = witness_.segments.size() == 1 && witness_.segments.front().follow.size() == 1;
    if (!found && is_in_macro) failing_.push_back({&point, {point.thread, passed_[point.thread], handover}});
    if (!found && !is_in_macro && is_alone) is_declaration_ = true;
    if (!found && !is_in_macro && !is_alone)
      throw Obstacle{point, fmt::format("no statement is at {}, as it says", to_string(point.pos)), true};
  }

  // What a loop's head does after the first time comes behind its condition, and with it waypoints may be passed.
  void again_in_head(const SourceMap::Statement& loop, const std::string& fails) {
    for (const SourceMap::Branch& head : map_.branches)
      if (head.keyword == loop.inner && head.begin.valid() && head.is_written)
        around(head.begin, head.end, "((", fmt::format(") ? ({{ {0} 1; }}) : ({{ {0} 0; }}))", fails));
  }

  // Pieces of text at one place stand in this order: what ends there, what precedes a statement, and what begins an expression.
  enum class Rank : uint8_t { expression_end, statement_end, target_end, before, target, expression_begin };
  struct Piece {
    SourcePos pos;
    Rank rank = Rank::before;
    SourcePos other;  // of expressions: the other end
    bool is_call = false;
    size_t number = 0;
    std::string text;
  };
  void piece(Rank rank, const SourcePos& pos, std::string text, const SourcePos& other = {}, bool is_call = false) {
    pieces_.push_back({pos, rank, other, is_call, pieces_.size(), std::move(text)});
  }
  void around(const SourcePos& begin, const SourcePos& end, std::string before, std::string behind,
              bool is_call = false) {
    piece(Rank::expression_begin, begin, std::move(before), end, is_call);
    piece(Rank::expression_end, end, std::move(behind), begin, is_call);
  }

  // Outer expressions begin first and end last. A condition that is one call and no more is around it: what the call returns is known first.
  static bool stands_before(const Piece& a, const Piece& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    const bool begins = a.rank == Rank::expression_begin;
    if (!begins && a.rank != Rank::expression_end) return a.number < b.number;
    if (a.other != b.other) return core::is_before(b.other, a.other);
    if (a.is_call != b.is_call) return begins ? b.is_call : a.is_call;
    return begins ? a.number < b.number : b.number < a.number;
  }

  std::vector<frontend::Insertion> in_order() {
    std::ranges::sort(pieces_, stands_before);
    std::vector<frontend::Insertion> out;
    for (Piece& one : pieces_) out.push_back({one.pos, std::move(one.text)});
    return out;
  }

  static std::string chain_of(const Site& site, std::optional<bool> outcome = std::nullopt) {
    std::string chain;
    for (auto step = site.steps.rbegin(); step != site.steps.rend(); ++step)
      if (!outcome || step->outcome == *outcome)
        chain += fmt::format("{}if ({}) {{ {} }}", chain.empty() ? "" : " else ", step->when, step->then);
    return chain;
  }

  void put(const Site& site) {
    const std::string chain = chain_of(site);
    const bool behind = site.form == Site::Form::behind;
    switch (site.form) {
      case Site::Form::before:
      case Site::Form::behind:
        if (!behind) piece(Rank::before, site.begin, (site.is_in_block ? " " : "{ ") + chain + " ");
        if (behind && !site.is_in_block) piece(Rank::before, site.begin, "{ ");
        if (behind) piece(Rank::statement_end, site.end, " " + chain + " ");
        if (!site.is_in_block) piece(Rank::statement_end, site.end, " }");
        return;
      case Site::Form::condition:
        // Without an object of its own: a thread that waits in a loop does the same again and again.
        return around(site.begin, site.end, "((",
                      ") ? ({ " + chain_of(site, true) + " 1; }) : ({ " + chain_of(site, false) + " 0; }))");
      case Site::Form::value:
        return around(site.begin, site.end, "({ __auto_type __fencepost_w_r = (",
                      "); " + chain + " __fencepost_w_r; })", site.is_call);
      case Site::Form::enter:
        return around(site.begin, site.end, "({ " + chain + " ", "; })", true);
    }
  }

  const result::Witness& witness_;
  const SourceMap& map_;
  bool in_one_order_, fails_there_, has_gates_;
  std::vector<Site> sites_;
  std::vector<Piece> pieces_;
  std::map<uint32_t, uint32_t> passed_;  // by thread
  const Waypoint* last_ = nullptr;
  size_t last_site_ = 0, handovers_ = 0;
  bool last_is_in_core_ = false;
  bool is_declaration_ = false;
  std::vector<Steering::Counted> order_;
  std::vector<Steering::Creation> creations_;
  std::vector<Steering::Failing> failing_;
  std::optional<size_t> handed_at_end_;
  uint32_t created_ = 0;
};

}  // namespace

void mark_creations(result::Witness& witness, const SourceMap& map) {
  for (Segment& segment : witness.segments)
    for (Waypoint& point : segment.follow)
      if (point.kind == Kind::function_enter && !point.creates)
        point.creates =
            std::ranges::any_of(map.calls,
                                [&](const SourceMap::Call& call) {
                                  return fits(point, call.closing) && core::makes_threads(call.callee);
                                }) ||
            std::ranges::any_of(map.arms, [&](const SourceMap::Arm& arm) { return fits(point, arm.begin); });
}

std::map<uint32_t, size_t> counted_by_thread(const Steering& steering) {
  std::map<uint32_t, size_t> counts;
  for (const Steering::Counted& one : steering.order) ++counts[one.point->thread];
  return counts;
}

Steering steering_of(const result::Witness& witness, const SourceMap& map, bool in_one_order, bool fails_there,
                     bool has_gates) {
  return Maker(witness, map, in_one_order, fails_there, has_gates).made();
}

}  // namespace fencepost::driver
