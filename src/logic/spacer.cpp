#include "logic/spacer.h"

#include <algorithm>
#include <string>

#include "base/check.h"
#include "logic/variables.h"
#include "logic/watchdog.h"
#include "logic/z3_backend.h"

namespace fencepost::logic {
namespace {

constexpr const char* kMostWork = "2000000";  // Z3's unit: some seconds; counted, so that runs agree
constexpr int kDeepest = 200;                 // of a formula that comes back

std::vector<Term> by_id(std::vector<Term> terms) {
  std::ranges::sort(terms, {}, &Term::id);
  return terms;
}

z3::config& limited(z3::config& config) {
  config.set("rlimit", kMostWork);
  return config;
}

class HornTrace {
 public:
  HornTrace(Terms& terms, Budget& budget)
      : terms_(terms), budget_(budget), context_(limited(config_)), backend_(context_), translate_(backend_, budget) {}

  HornSolution solve(std::span<const Term> formulas) {
    z3::fixedpoint horn(context_);
    configure(horn);
    std::vector<std::vector<Term>> states = shared(formulas);
    std::vector<z3::func_decl> unknowns;
    for (const std::vector<Term>& state : states) unknowns.push_back(unknown(horn, state));
    z3::func_decl error = unknown(horn, {});
    for (size_t i = 0; i < formulas.size(); ++i) {
      z3::expr body = translate_(formulas[i]);
      if (i > 0) body = body && applied(unknowns[i - 1], states[i - 1]);
      z3::expr head = i < unknowns.size() ? applied(unknowns[i], states[i]) : error();
      add_rule(horn, formulas[i], i > 0 ? states[i - 1] : std::vector<Term>(), z3::implies(body, head));
    }
    if (!backend_.take_definitions().empty()) return {};  // too deep for Z3
    z3::expr question = error();
    {
      Watchdog watchdog(budget_, [this] { context_.interrupt(); });
      Watchdog::Question watched(watchdog);
      z3::check_result result = horn.query(question);
      if (result != z3::unsat) return {result == z3::sat ? Answer::sat : Answer::unknown, {}};
    }
    HornSolution found{Answer::unsat, {}};
    for (size_t i = 0; i < unknowns.size(); ++i) {
      z3::expr solution(context_, Z3_fixedpoint_get_cover_delta(context_, horn, -1, unknowns[i]));
      found.interpolants.push_back(back(solution, states[i], 0));
      if (!found.interpolants.back()) return {};
    }
    return found;
  }

 private:
  // Transformations that remove or merge predicates would leave cuts without an answer.
  void configure(z3::fixedpoint& horn) {
    z3::params params(context_);
    params.set("engine", context_.str_symbol("spacer"));
    for (const char* transformation : {"xform.inline_linear", "xform.inline_eager", "xform.slice", "xform.coi"})
      params.set(transformation, false);
    horn.set(params);
  }

  // For each cut the variables that both sides know.
  static std::vector<std::vector<Term>> shared(std::span<const Term> formulas) {
    std::unordered_map<Term, size_t> first, last;
    for (size_t i = 0; i < formulas.size(); ++i)
      for (Term variable : variables_of({formulas[i]})) {
        first.emplace(variable, i);
        last[variable] = i;
      }
    std::vector<Term> all;
    for (const auto& [variable, at] : first) all.push_back(variable);
    all = by_id(std::move(all));
    std::vector<std::vector<Term>> states(formulas.size() - 1);
    for (Term variable : all)
      for (size_t cut = first.at(variable); cut < last.at(variable); ++cut) states[cut].push_back(variable);
    return states;
  }

  z3::func_decl unknown(z3::fixedpoint& horn, const std::vector<Term>& state) {
    z3::sort_vector sorts(context_);
    for (Term variable : state)
      sorts.push_back(variable.sort().kind == SortKind::boolean ? context_.bool_sort() : context_.int_sort());
    std::string name = "I" + std::to_string(++unknowns_);
    z3::func_decl made = z3::function(name.c_str(), sorts, context_.bool_sort());
    horn.register_relation(made);
    return made;
  }

  z3::expr applied(z3::func_decl& unknown, const std::vector<Term>& state) {
    z3::expr_vector args(context_);
    for (Term variable : state) args.push_back(translate_(variable));
    return unknown(args);
  }

  void add_rule(z3::fixedpoint& horn, Term formula, std::vector<Term> state, z3::expr rule) {
    std::vector<Term> variables = variables_of({formula});
    variables.insert(variables.end(), state.begin(), state.end());
    variables = by_id(std::move(variables));
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    z3::expr_vector bound(context_);
    for (Term variable : variables) bound.push_back(translate_(variable));
    if (!bound.empty()) rule = z3::forall(bound, rule);
    z3::symbol name = context_.int_symbol(++rules_);
    horn.add_rule(rule, name);
  }

  Term back(const z3::expr& expr, const std::vector<Term>& state, int depth);
  Term joined(const z3::expr& expr, std::span<const Term> args);

  Terms& terms_;
  Budget& budget_;
  z3::config config_;
  z3::context context_;
  Z3Backend backend_;
  Translator<Z3Backend> translate_;
  int unknowns_ = 0, rules_ = 0;
};

// Null for what is no linear formula.
Term HornTrace::back(const z3::expr& expr, const std::vector<Term>& state, int depth) {
  if (depth > kDeepest) return {};
  budget_.check();
  if (expr.is_var()) return state.at(Z3_get_index_value(context_, expr));
  if (expr.is_numeral()) {
    int64_t value = 0;
    return expr.is_int() && expr.is_numeral_i64(value) ? terms_.integer(value) : Term();
  }
  if (!expr.is_app()) return {};
  std::vector<Term> args;
  for (unsigned i = 0; i < expr.num_args(); ++i) {
    args.push_back(back(expr.arg(i), state, depth + 1));
    if (!args.back()) return {};
  }
  return joined(expr, args);
}

Term HornTrace::joined(const z3::expr& expr, std::span<const Term> args) {
  auto folded = [&](Op op) {
    Term result = args[0];
    for (Term arg : args.subspan(1)) result = terms_.binary(op, result, arg);
    return result;
  };
  switch (expr.decl().decl_kind()) {
    case Z3_OP_TRUE:
    case Z3_OP_FALSE:
      return terms_.boolean(expr.is_true());
    case Z3_OP_NOT:
      return terms_.not_(args[0]);
    case Z3_OP_AND:
      return terms_.and_(args);
    case Z3_OP_OR:
      return terms_.or_(args);
    case Z3_OP_IMPLIES:
      return terms_.implies(args[0], args[1]);
    case Z3_OP_EQ:
      return terms_.eq(args[0], args[1]);
    case Z3_OP_LE:
      return terms_.binary(Op::int_le, args[0], args[1]);
    case Z3_OP_LT:
      return terms_.binary(Op::int_lt, args[0], args[1]);
    case Z3_OP_GE:
      return terms_.binary(Op::int_le, args[1], args[0]);
    case Z3_OP_GT:
      return terms_.binary(Op::int_lt, args[1], args[0]);
    case Z3_OP_ADD:
      return folded(Op::int_add);
    case Z3_OP_SUB:
      return folded(Op::int_sub);
    case Z3_OP_MUL:
      return folded(Op::int_mul);
    case Z3_OP_UMINUS:
      return terms_.unary(Op::int_neg, args[0]);
    default:
      return {};
  }
}

}  // namespace

HornSolution spacer_interpolants(Terms& terms, std::span<const Term> formulas, Budget& budget, Statistics& statistics) {
  FP_CHECK(!formulas.empty());
  Timer timer(statistics, "spacer.seconds");
  statistics.add("spacer.traces");
  budget.check_now();
  try {
    return HornTrace(terms, budget).solve(formulas);
  } catch (const z3::exception& error) {
    // Its limit, or a formula that it does not take.
    budget.check_now();
    if (std::string(error.msg()).find("memory") != std::string::npos)
      throw Exhausted(Resource::memory, "Z3 ran out of memory");
    return {};
  } catch (const std::bad_alloc&) {
    throw Exhausted(Resource::memory, "Z3 ran out of memory");
  }
}

}  // namespace fencepost::logic
