// Terms as text. Small or tree-like terms are written out; a DAG whose tree would explode gets its shared nodes named
// first, in order of id: (let* (($12 ...) ($17 ...)) ...).
#include "logic/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/check.h"

namespace fencepost::logic {
namespace {

struct OpName {
  Op op;
  std::string_view name;
};

constexpr OpName kNames[] = {
    {Op::constant, "constant"},
    {Op::variable, "variable"},
    {Op::not_, "not"},
    {Op::and_, "and"},
    {Op::or_, "or"},
    {Op::eq, "="},
    {Op::ite, "ite"},
    {Op::bv_add, "bvadd"},
    {Op::bv_sub, "bvsub"},
    {Op::bv_mul, "bvmul"},
    {Op::bv_udiv, "bvudiv"},
    {Op::bv_urem, "bvurem"},
    {Op::bv_sdiv, "bvsdiv"},
    {Op::bv_srem, "bvsrem"},
    {Op::bv_neg, "bvneg"},
    {Op::bv_and, "bvand"},
    {Op::bv_or, "bvor"},
    {Op::bv_xor, "bvxor"},
    {Op::bv_not, "bvnot"},
    {Op::bv_shl, "bvshl"},
    {Op::bv_lshr, "bvlshr"},
    {Op::bv_ashr, "bvashr"},
    {Op::bv_ult, "bvult"},
    {Op::bv_ule, "bvule"},
    {Op::bv_slt, "bvslt"},
    {Op::bv_sle, "bvsle"},
    {Op::bv_concat, "concat"},
    {Op::bv_extract, "extract"},
    {Op::bv_zext, "zero_extend"},
    {Op::bv_sext, "sign_extend"},
    {Op::int_add, "+"},
    {Op::int_sub, "-"},
    {Op::int_mul, "*"},
    {Op::int_div, "div"},
    {Op::int_mod, "mod"},
    {Op::int_neg, "-"},
    {Op::int_lt, "<"},
    {Op::int_le, "<="},
    {Op::bv_to_int_unsigned, "ubv_to_int"},
    {Op::bv_to_int_signed, "sbv_to_int"},
    {Op::int_to_bv, "int_to_bv"},
    {Op::fp_add, "fp.add"},
    {Op::fp_sub, "fp.sub"},
    {Op::fp_mul, "fp.mul"},
    {Op::fp_div, "fp.div"},
    {Op::fp_neg, "fp.neg"},
    {Op::fp_lt, "fp.lt"},
    {Op::fp_le, "fp.leq"},
    {Op::fp_eq, "fp.eq"},
    {Op::fp_is_nan, "fp.isNaN"},
    {Op::fp_is_inf, "fp.isInfinite"},
    {Op::fp_to_fp, "to_fp"},
    {Op::fp_from_sbv, "to_fp_signed"},
    {Op::fp_from_ubv, "to_fp_unsigned"},
    {Op::fp_to_sbv, "fp.to_sbv"},
    {Op::fp_to_ubv, "fp.to_ubv"},
    {Op::fp_from_bits, "fp.from_bits"},
    {Op::fp_to_bits, "fp.to_bits"},
};

constexpr size_t kOps = static_cast<size_t>(Op::fp_to_bits) + 1;
static_assert(std::size(kNames) == kOps);

constexpr bool in_order() {
  for (size_t i = 0; i < kOps; ++i)
    if (static_cast<size_t>(kNames[i].op) != i) return false;
  return true;
}
static_assert(in_order());

std::string digits(Bits value, unsigned count, unsigned bits_each) {
  std::string text(count, '0');
  for (size_t i = count; i-- > 0; value >>= bits_each)
    text[i] = "0123456789abcdef"[static_cast<unsigned>(value) & ((1u << bits_each) - 1)];
  return text;
}

std::string pattern(Bits value, unsigned width) {
  return width % 4 == 0 ? fmt::format("#x{}", digits(value, width / 4, 4))
                        : fmt::format("#b{}", digits(value, width, 1));
}

std::string leaf(Term term) {
  Sort sort = term.sort();
  if (term.op() == Op::variable) return term.name().empty() ? fmt::format("v{}", term.id()) : term.name();
  switch (sort.kind) {
    case SortKind::boolean:
      return term.value() != 0 ? "true" : "false";
    case SortKind::bitvec:
      return pattern(term.value(), sort.width);
    case SortKind::integer: {
      auto value = static_cast<SignedBits>(term.value());
      return value < 0 ? fmt::format("(- {})", -term.value()) : fmt::format("{}", term.value());
    }
    case SortKind::floating:
      return fmt::format("(fp{} {})", sort.width, pattern(term.value(), sort.width));
  }
  FP_UNREACHABLE("sort");
}

std::string head(Term term) {
  Sort sort = term.sort();
  std::string_view name = op_name(term.op());
  switch (term.op()) {
    case Op::bv_extract:
      return fmt::format("(_ {} {} {})", name, unsigned(term->hi), unsigned(term->lo));
    case Op::bv_zext:
    case Op::bv_sext:
      return fmt::format("(_ {} {})", name, sort.width - term.args()[0].sort().width);
    case Op::int_to_bv:
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return fmt::format("(_ {} {})", name, unsigned(sort.width));
    default:
      return std::string(name);
  }
}

struct Usage {
  uint32_t parents = 0;
  uint64_t tree_size = 1;
};

class Printer {
 public:
  explicit Printer(Term root) : root_(root) { survey(); }

  std::string print() {
    std::string out;
    constexpr uint64_t kTreeLimit = 10000;
    if (usage_.at(root_).tree_size <= std::max<uint64_t>(kTreeLimit, 2 * order_.size())) {
      write(out, root_);
      return out;
    }
    std::vector<Term> shared;
    for (Term term : order_)
      if (usage_.at(term).parents > 1 && !term.args().empty()) shared.push_back(term);
    out = "(let* (";
    for (size_t i = 0; i < shared.size(); ++i) {
      out += fmt::format("{}(${} ", i == 0 ? "" : " ", shared[i].id());
      write(out, shared[i]);
      out += ")";
      named_.emplace(shared[i], true);
    }
    out += ") ";
    write(out, root_);
    return out + ")";
  }

 private:
  // Ids are topological: children come first.
  void survey() {
    std::vector<Term> stack{root_};
    usage_.emplace(root_, Usage{});
    while (!stack.empty()) {
      Term term = stack.back();
      stack.pop_back();
      order_.push_back(term);
      for (Term arg : term.args()) {
        auto [it, fresh] = usage_.try_emplace(arg);
        ++it->second.parents;
        if (fresh) stack.push_back(arg);
      }
    }
    std::sort(order_.begin(), order_.end(), [](Term a, Term b) { return a.id() < b.id(); });
    constexpr uint64_t kHuge = uint64_t(1) << 60;
    for (Term term : order_) {
      uint64_t size = 1;
      for (Term arg : term.args()) size = std::min(kHuge, size + usage_.at(arg).tree_size);
      usage_.at(term).tree_size = size;
    }
  }

  void write(std::string& out, Term top) {
    struct Frame {
      Term term;
      size_t next;
    };
    std::vector<Frame> stack;
    auto open = [&](Term term) {
      if (term.args().empty()) {
        out += leaf(term);
      } else if (term != top && named_.contains(term)) {
        out += fmt::format("${}", term.id());
      } else {
        out += fmt::format("({}", head(term));
        stack.push_back({term, 0});
      }
    };
    open(top);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.term.args().size()) {
        out += ")";
        stack.pop_back();
        continue;
      }
      Term arg = frame.term.args()[frame.next++];
      out += " ";
      open(arg);
    }
  }

  Term root_;
  std::vector<Term> order_;
  std::unordered_map<Term, Usage> usage_;
  std::unordered_map<Term, bool> named_;
};

}  // namespace

std::string_view op_name(Op op) { return kNames[static_cast<size_t>(op)].name; }

std::string to_string(Term term) { return Printer(term).print(); }

}  // namespace fencepost::logic
