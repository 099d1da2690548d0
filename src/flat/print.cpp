#include "core/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "flat/operands.h"

namespace fencepost::flat {

namespace {

class Printer {
 public:
  explicit Printer(const FlatProgram& program) : program_(program) {}

  std::string operator()() const {
    std::string out;
    for (const Variable& variable : program_.variables)
      if (!variable.owner) out += fmt::format("{} {}\n", variable.is_note ? "note" : "shared", declared(variable));
    for (const Group& group : program_.groups) {
      out += fmt::format("group {} by {} bits:", group.name, group.place_bits);
      for (const Group::Cell& cell : group.cells) out += fmt::format(" {}", program_[cell.variable].name);
      out += '\n';
    }
    for (uint32_t i = 0; i < program_.templates.size(); ++i) out += automaton(TemplateId{i});
    for (const Loosening& loosening : program_.loosened)
      out += fmt::format("loosened @{}: {}\n", loosening.pos.line, loosening.reason);
    return out;
  }

 private:
  std::string declared(const Variable& variable) const {
    std::string out = fmt::format("{}: {}", variable.name, sort(variable.term.sort()));
    if (variable.is_instance_number) return out + " = the number of the thread";
    if (variable.initial) out += fmt::format(" = {}", number(*variable.initial));
    if (variable.part)
      out += fmt::format(" ; {} bits {}..{}", variable.part->object, variable.part->at,
                         variable.part->at + variable.part->bits - 1);
    return out;
  }

  static std::string sort(logic::Sort sort) {
    switch (sort.kind) {
      case logic::SortKind::boolean:
        return "bool";
      case logic::SortKind::bitvec:
        return fmt::format("bv{}", sort.width);
      case logic::SortKind::integer:
        return "int";
      case logic::SortKind::floating:
        return fmt::format("float{}", sort.width);
    }
    return "";
  }

  static std::string number(Bits value) {
    if (value <= ~uint64_t{0}) return std::to_string(static_cast<uint64_t>(value));
    return fmt::format("0x{:x}{:016x}", static_cast<uint64_t>(value >> 64), static_cast<uint64_t>(value));
  }

  std::string automaton(TemplateId id) const {
    const Template& of = program_[id];
    std::string instances = of.instances.any() ? "any number" : std::to_string(of.instances.number);
    std::string out = fmt::format("\ntemplate {} ({}): entry {}\n", of.name, instances, index(of.entry));
    for (const Variable& variable : program_.variables)
      if (variable.owner == id) out += fmt::format("  own {}\n", declared(variable));
    for (const Edge& edge : of.edges) {
      out += fmt::format("  {} -> {}: {}", index(edge.from), index(edge.to), label(edge.label));
      if (edge.role != core::Role::Kind::none) out += fmt::format(" ({})", role(edge.role));
      if (edge.pos.valid()) out += fmt::format(" @{}", edge.pos.line);
      for (const Assign& note : edge.notes) out += fmt::format("\n      {}", text(note));
      out += '\n';
    }
    return out;
  }

  static std::string_view role(core::Role::Kind kind) {
    constexpr std::string_view kNames[] = {"", "lock", "unlock", "try_lock", "destroy_lock", "wait", "barrier"};
    return kNames[static_cast<size_t>(kind)];
  }

  const std::string& name(VarId id) const { return program_[id].name; }

  std::string at(const Access& access) const {
    if (auto* variable = std::get_if<VarId>(&access.to)) return name(*variable);
    return fmt::format("{}[{}]", program_[std::get<GroupId>(access.to)].name, logic::to_string(access.place));
  }

  static std::string order(core::MemoryOrder order) {
    return order == core::MemoryOrder::plain ? "" : fmt::format(" {}", core::name(order));
  }

  std::string label(const Label& label) const {
    return std::visit([&](const auto& k) { return text(k); }, label);
  }
  std::string text(const Assign& k) const { return fmt::format("{} := {}", name(k.target), logic::to_string(k.value)); }
  std::string text(const Havoc& k) const { return fmt::format("havoc {}", name(k.target)); }
  std::string text(const Assume& k) const { return fmt::format("assume {}", logic::to_string(k.condition)); }
  std::string text(const Load& k) const {
    return fmt::format("{} := load{} {}", name(k.target), order(k.order), at(k.from));
  }
  std::string text(const Store& k) const {
    return fmt::format("store{} {} := {}", order(k.order), at(k.to), logic::to_string(k.value));
  }
  std::string text(const Rmw& k) const {
    std::string out =
        fmt::format("{} := rmw{} {} := {}", name(k.target), order(k.order), at(k.at), logic::to_string(k.value));
    if (!k.condition.is_true()) out += fmt::format(" if {}", logic::to_string(k.condition));
    if (k.failure) out += fmt::format(" else{}", order(*k.failure));
    return out;
  }
  std::string text(const Fence& k) const { return fmt::format("fence{}", order(k.order)); }
  std::string text(const AtomicBegin&) const { return "atomic begin"; }
  std::string text(const AtomicEnd&) const { return "atomic end"; }
  std::string text(const Check& k) const {
    std::string kind = k.kind ? fmt::format("check {}", core::info(*k.kind).id) : "modelled only if";
    std::string out = fmt::format("{} {}", kind, logic::to_string(k.condition));
    if (!k.detail.empty()) out += fmt::format(" \"{}\"", core::one_line(k.detail));
    return out;
  }
  std::string text(const Spawn& k) const {
    std::string out = fmt::format("spawn {}", program_[k.spawned].name);
    for (const Assign& argument : k.arguments)
      out += fmt::format(" {} := {}", name(argument.target), logic::to_string(argument.value));
    return out;
  }
  std::string text(const Join& k) const {
    return fmt::format("join {}{}", k.number == 1 ? "" : fmt::format("{} of ", k.number), program_[k.joined].name);
  }
  std::string text(const Exit&) const { return "exit"; }

  const FlatProgram& program_;
};

}  // namespace

void index_edges(Template& of) {
  std::stable_sort(of.edges.begin(), of.edges.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
  of.first_out.assign(of.locations + 1, 0);
  for (const Edge& edge : of.edges) ++of.first_out[index(edge.from) + 1];
  for (uint32_t i = 0; i < of.locations; ++i) of.first_out[i + 1] += of.first_out[i];
}

std::string to_string(const FlatProgram& program) { return Printer(program)(); }

}  // namespace fencepost::flat
