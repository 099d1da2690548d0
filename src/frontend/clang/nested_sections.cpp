#include "frontend/clang/nested_sections.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/walk.h"

namespace fencepost::frontend {

namespace {

using core::Block;
using core::ExprPtr;
using core::FunctionId;
using core::Stmt;

// How many sections are around a place.
struct Depth {
  enum class Kind : uint8_t { unreached, known, unknown };
  Kind kind = Kind::unreached;
  uint32_t sections = 0;

  static Depth of(uint32_t sections) { return {Kind::known, sections}; }
  static Depth unknown() { return {Kind::unknown, 0}; }
  bool operator==(const Depth&) const = default;
};

// Nobody nests deeper, but a function that calls itself and forgets to end its section does.
constexpr uint32_t kDeepest = 64;

Depth joined(Depth a, Depth b) {
  if (a.kind == Depth::Kind::unreached) return b;
  if (b.kind == Depth::Kind::unreached || a == b) return a;
  return Depth::unknown();
}

Depth inside(Depth depth) {
  if (depth.kind != Depth::Kind::known) return depth;
  return depth.sections < kDeepest ? Depth::of(depth.sections + 1) : Depth::unknown();
}

Depth outside(Depth depth) {
  bool is_inside = depth.kind == Depth::Kind::known && depth.sections > 0;
  return is_inside ? Depth::of(depth.sections - 1) : depth;
}

template <typename... Kinds>
bool is_any(const Stmt& stmt) {
  return (std::holds_alternative<Kinds>(stmt.kind) || ...);
}

class Nesting {
 public:
  explicit Nesting(core::Program& program) : program_(program) { find_functions_with_sections(); }

  void run() {
    if (with_sections_.empty()) return;
    for (const auto& [function, text] : with_sections_) version({function, 0});
  }

 private:
  using Version = std::pair<FunctionId, uint32_t>;  // a function, and how many sections are around its calls
  struct Made {
    FunctionId id;
    Depth end;  // where it returns
    bool is_done = false;
    bool calls_itself = false;
  };
  // The depths that one version's labels have, as far as they are known by now.
  struct Body {
    std::map<core::Label, Depth> at_label;
    Depth end;
    uint32_t lowest = 0;  // the fewest sections around a place
    bool changed = false;
    bool rewrites = false;

    void reach(core::Label label, Depth depth) {
      Depth& known = at_label[label];
      Depth both = joined(known, depth);
      changed |= both != known;
      known = both;
    }
  };

  static std::optional<FunctionId> callee_of(const core::Call& call) {
    if (call.callee->op != core::ExprOp::function) return std::nullopt;
    return call.callee->function;
  }

  void find_functions_with_sections() {
    std::map<FunctionId, std::set<FunctionId>> callers;
    std::set<FunctionId> pointed;
    std::vector<FunctionId> open;
    for (uint32_t i = 0; i < program_.functions.size(); ++i)
      core::for_each_stmt(program_.functions[i].body, [&](const Stmt& stmt) {
        if (is_any<core::AtomicBegin, core::AtomicEnd>(stmt)) open.push_back(FunctionId{i});
        const auto* call = std::get_if<core::Call>(&stmt.kind);
        auto callee = call != nullptr ? callee_of(*call) : std::nullopt;
        if (callee) callers[*callee].insert(FunctionId{i});
        for (const ExprPtr& expr : core::expressions(stmt))
          if (!callee || expr != call->callee)
            core::for_each_expr(expr, [&](const ExprPtr& part) {
              if (part->op == core::ExprOp::function) pointed.insert(part->function);
            });
      });
    while (!open.empty()) {
      FunctionId function = open.back();
      open.pop_back();
      if (!with_sections_.emplace(function, program_.functions[core::index(function)]).second) continue;
      if (pointed.contains(function)) pointed_.push_back(function);
      for (FunctionId caller : callers[function]) open.push_back(caller);
    }
  }

  const Made& version(const Version& wanted) {
    auto [it, is_new] = made_.try_emplace(wanted, Made{wanted.first, Depth::of(wanted.second)});
    Made& made = it->second;
    if (!is_new) return made;
    if (wanted.second > 0) {
      made.id = FunctionId{static_cast<uint32_t>(program_.functions.size())};
      program_.functions.push_back(with_sections_.at(wanted.first));
    }
    Block block = with_sections_.at(wanted.first).body;
    Body body;
    body.lowest = wanted.second;
    do {
      body.changed = false;
      body.end = joined(body.end, walk(block, Depth::of(wanted.second), body));
    } while (body.changed);
    body.rewrites = true;
    walk(block, Depth::of(wanted.second), body);
    bool is_balanced =
        joined(body.end, Depth::of(wanted.second)).kind == Depth::Kind::known && body.lowest == wanted.second;
    if (made.calls_itself && !is_balanced)
      block.insert(block.begin(),
                   {core::Unsupported{"a function that calls itself, and leaves other atomic sections than it finds"},
                    with_sections_.at(wanted.first).pos,
                    {}});
    program_.functions[core::index(made.id)].body = std::move(block);
    made.end = body.end;
    made.is_done = true;
    return made;
  }

  // A function that calls itself is taken to leave the sections that it finds. Inside of one its text is then the same however
  // many there are.
  std::pair<FunctionId, Depth> called(FunctionId function, uint32_t sections) {
    for (uint32_t around = std::min(sections, 1u); around <= sections; ++around) {
      auto it = made_.find({function, around});
      if (it == made_.end() || it->second.is_done) continue;
      it->second.calls_itself = true;
      return {it->second.id, Depth::of(sections)};
    }
    const Made& made = version({function, sections});
    return {made.id, made.end};
  }

  Depth walk(Block& block, Depth at, Body& body) {
    Block result;
    for (Stmt& stmt : block) {
      Depth before = at;
      at = step(stmt, at, body);
      if (at.kind == Depth::Kind::known) body.lowest = std::min(body.lowest, at.sections);
      if (!body.rewrites) continue;
      bool begins = is_any<core::AtomicBegin>(stmt), ends = is_any<core::AtomicEnd>(stmt);
      bool is_inner =
          before.kind == Depth::Kind::known && ((begins && before.sections > 0) || (ends && before.sections > 1));
      if (is_inner) continue;
      if (before.kind == Depth::Kind::unknown && (begins || ends || may_have_sections(stmt)))
        result.push_back(
            {core::Unsupported{"an atomic section on ways that are in one already, and on ways that are not"},
             stmt.pos,
             {}});
      else if (before.kind == Depth::Kind::known && before.sections == 0 && ends)
        result.push_back({core::Unsupported{"the end of an atomic section that has not begun"}, stmt.pos, {}});
      else if (before.kind == Depth::Kind::known && before.sections > 0 && may_have_sections(stmt) &&
               !has_version(stmt))
        result.push_back(
            {core::Unsupported{"a call through a pointer inside an atomic section, in a program whose functions have "
                               "sections"},
             stmt.pos,
             {}});
      result.push_back(std::move(stmt));
    }
    if (body.rewrites) block = std::move(result);
    return at;
  }

  bool has_version(const Stmt& stmt) const { return callee_of(std::get<core::Call>(stmt.kind)).has_value(); }
  bool may_have_sections(const Stmt& stmt) const {
    const auto* call = std::get_if<core::Call>(&stmt.kind);
    if (call == nullptr) return false;
    auto callee = callee_of(*call);
    return callee ? with_sections_.contains(*callee) : !pointed_.empty();
  }

  Depth step(Stmt& stmt, Depth at, Body& body) {
    if (is_any<core::AtomicBegin>(stmt)) return inside(at);
    if (is_any<core::AtomicEnd>(stmt)) return outside(at);
    if (auto* call = std::get_if<core::Call>(&stmt.kind)) return step(*call, at, body);
    if (auto* label = std::get_if<core::DefineLabel>(&stmt.kind)) {
      body.reach(label->label, at);
      return body.at_label[label->label];
    }
    if (auto* jump = std::get_if<core::Jump>(&stmt.kind)) {
      body.reach(jump->target, at);
      return {};
    }
    if (auto* branch = std::get_if<core::Branch>(&stmt.kind)) {
      body.reach(branch->then_target, at);
      body.reach(branch->else_target, at);
      return {};
    }
    if (is_any<core::Return>(stmt)) {
      body.end = joined(body.end, at);
      return {};
    }
    if (is_any<core::Exit, core::EndThread>(stmt)) return {};
    if (auto* branches = std::get_if<core::If>(&stmt.kind))
      return joined(walk(branches->then_block, at, body), walk(branches->else_block, at, body));
    if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) return step(*unseq, at, body);
    return at;
  }

  Depth step(core::Call& call, Depth at, Body& body) {
    if (at.kind != Depth::Kind::known) return at;
    auto callee = callee_of(call);
    if (callee && with_sections_.contains(*callee)) {
      auto [id, end] = called(*callee, at.sections);
      if (body.rewrites && id != *callee) call.callee = core::function_expr(id, call.callee->type);
      return end;
    }
    if (callee || at.sections > 0) return at;
    Depth after = at;
    for (FunctionId function : pointed_) after = joined(after, called(function, 0).second);
    return after;
  }

  // The strands may run in any order: each leaves as many sections as it finds, or nobody knows.
  Depth step(core::Unseq& unseq, Depth at, Body& body) {
    if (unseq.strands.size() == 1) return walk(unseq.strands[0], at, body);
    Depth after = at;
    for (Block& strand : unseq.strands) after = joined(after, walk(strand, at, body));
    return after;
  }

  core::Program& program_;
  std::map<FunctionId, core::Function> with_sections_;  // as they were
  std::vector<FunctionId> pointed_;                     // those of them that may be called through pointers
  std::map<Version, Made> made_;
};

}  // namespace

void join_nested_sections(core::Program& program) { Nesting(program).run(); }

}  // namespace fencepost::frontend
