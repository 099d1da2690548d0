#include "flat/emitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/choice_source.h"
#include "core/part_names.h"
#include "flat/instance_number.h"
#include "logic/substitute.h"

namespace fencepost::flat {

using core::TypeKind;

namespace {

constexpr const char* kOutside = "an access outside every living object";

// For people, who know nothing of what a mutex consists of: its first part is shown as the whole.
std::string shown_name(const Object& of, uint64_t at, const CellShape& shape, const std::string& otherwise) {
  if (!of.parts) return otherwise;
  const core::PartSpan span{8 * at, 8 * (at + shape.bytes)};
  if (core::is_inner_part(*of.parts, span)) return "";
  const std::optional<std::string> part = core::scalar_name(*of.parts, span);
  return part ? of.name + *part : otherwise;
}

}  // namespace

Emitter::Emitter(Analysis& analysis, const UnsetValues& unset, logic::Terms& terms)
    : analysis_(analysis),
      unset_(unset),
      terms_(terms),
      arithmetic_(program::exact_arithmetic(terms)),
      scalars_(terms, *arithmetic_),
      pointer_bits_(8 * analysis.cfa().program->pointer_bytes) {}

VarId Emitter::variable(std::string name, logic::Sort sort, std::optional<TemplateId> owner,
                        std::optional<Bits> initial) {
  uint32_t same = names_[name]++;
  if (same > 0) name += fmt::format("#{}", same);
  program_.variables.push_back({name, terms_.fresh(name, sort), owner, initial, std::nullopt, false});
  return VarId{static_cast<uint32_t>(program_.variables.size() - 1)};
}

logic::Sort Emitter::sort_of(const core::Type& type) const {
  switch (type.kind) {
    case TypeKind::boolean:
      return logic::bool_sort();
    case TypeKind::integer:
      return logic::bv_sort(type.bits);
    case TypeKind::floating:
      return logic::float_sort(type.bits);
    case TypeKind::pointer:
      return logic::bv_sort(kObjectBits + pointer_bits_);
  }
  return logic::bool_sort();
}

VarId Emitter::reg_of(FrameId frame, core::Reg reg) {
  auto found = regs_.find({frame, reg});
  if (found != regs_.end()) return found->second;
  const Frame& of = analysis_.contexts().frame(frame);
  const program::Procedure& procedure = analysis_.cfa().procedure(of.function);
  const core::RegInfo& info = procedure.regs[core::index(reg)];
  std::string name =
      fmt::format("{}.{}", procedure.name, info.name.empty() ? std::to_string(core::index(reg)) : info.name);
  // Never read before it is written: an unset register is a constant to the analysis, or havoc.
  VarId id = variable(std::move(name), sort_of(info.type), TemplateId{static_cast<uint32_t>(of.thread)}, 0);
  regs_.emplace(std::pair(frame, reg), id);
  return id;
}

VarId Emitter::cell(const Touched& touched) {
  auto found = cells_.find({touched.object, touched.at});
  if (found != cells_.end()) return found->second;
  const Object& of = analysis_.object(touched.object);
  const CellShape& shape = of.cells.at(touched.at);
  core::Type type = shape.is_pointer ? core::pointer_type(pointer_bits_ / 8)
                                     : core::int_type(8 * static_cast<unsigned>(shape.bytes), false);
  std::optional<TemplateId> owner;
  if (!of.escapes) owner = TemplateId{static_cast<uint32_t>(of.maker)};
  Bits initial = 0;
  if (of.is_global || of.of_thread) initial = constant(analysis_.initial(touched.object, touched.at), type).value();
  std::string name = of.name;
  if (shape.bytes != of.size) name += fmt::format("+{}", touched.at);
  logic::Sort sort = sort_of(type);
  const bool tells = unset_.is_told(touched);
  if (tells) {
    if (of.is_global || of.of_thread || of.zeroed) initial |= Bits{1} << sort.width;
    ++sort.width;
  }
  std::string shown = shown_name(of, touched.at, shape, name);
  VarId id = variable(std::move(name), sort, owner, initial);
  if (tells) telling_.insert(id);
  program_.variables[index(id)].part = Part{of.name, 8 * touched.at, 8 * shape.bytes, std::move(shown)};
  cells_.emplace(std::pair(touched.object, touched.at), id);
  return id;
}

VarId Emitter::temporary(logic::Sort sort, std::string_view name) {
  return variable(fmt::format("{}.{}", analysis_.cfa().procedure(function_).name, name), sort, template_, 0);
}

VarId Emitter::instance_number() {
  auto found = numbers_.find(template_);
  if (found != numbers_.end()) return found->second;
  VarId id =
      variable(fmt::format("{}.self", program_[template_].name), logic::bv_sort(kNumberBits), template_, std::nullopt);
  program_.variables[index(id)].is_instance_number = true;
  return numbers_[template_] = id;
}

Term Emitter::own_number(unsigned width) {
  unsigned enough = std::max(width, kNumberBits + 1);
  Term others = terms_.bv(analysis_.threads().size() - 1, enough);
  Term number = terms_.binary(logic::Op::bv_add, terms_.zext(term(instance_number()), enough), others);
  return terms_.extract(number, width - 1, 0);
}

Loc Emitter::loc_of(Place place) {
  auto found = locs_.find(place);
  if (found != locs_.end()) return found->second;
  return locs_[place] = new_loc();
}

void Emitter::loosen(std::string reason) {
  if (loosened_.insert({edge_->pos.line, reason}).second) program_.loosened.push_back({edge_->pos, std::move(reason)});
}

void Emitter::unmodelled(Term holds, std::string why) {
  if (!holds.is_true()) emit(Check{std::nullopt, holds, std::move(why)});
}

Loc Emitter::lay(Loc at, std::optional<Place> to) {
  core::Role role = analysis_.cfa().program->function(function_).role;
  if (chain_.empty()) emit(Assume{terms_.boolean(true)});
  for (size_t i = 0; i < chain_.size(); ++i) {
    Loc next = i + 1 == chain_.size() && to ? loc_of(*to) : new_loc();
    bool is_choice = chooses_ && std::holds_alternative<Havoc>(chain_[i]);
    auto kind = std::holds_alternative<Rmw>(chain_[i]) ? role.kind : core::Role::Kind::none;
    if (std::holds_alternative<core::Alloc>(edge_->label) && std::holds_alternative<Store>(chain_[i]))
      resets_.emplace_back(index(template_), program_[template_].edges.size());
    program_.templates[index(template_)].edges.push_back(
        {at, next, std::move(chain_[i]), {function_, edge_number_, is_choice}, edge_->pos, kind});
    at = next;
  }
  chain_.clear();
  return at;
}

void Emitter::finish(Place from, std::optional<Place> to) {
  Loc at = begun_at_ ? *begun_at_ : loc_of(from);
  begun_at_.reset();
  lay(at, to);
}

std::optional<Access> Emitter::access(const core::Expr& expr, const core::Type& type) {
  std::vector<Touched> cells = analysis_.accessed(expr, type, *before_, frame_, edge_->pos);
  if (cells.empty()) {
    emit(Check{std::nullopt, terms_.boolean(false), kOutside});
    return std::nullopt;
  }
  for (const Touched& cell : cells) note_use(cell.object);
  Term place = value(expr, *before_);
  std::vector<std::pair<Bits, VarId>> group;
  for (const Touched& touched : cells) group.push_back({pointer(touched.object, touched.at).value(), cell(touched)});
  std::ranges::sort(group);
  Group made{analysis_.object(cells[0].object).name, kObjectBits + pointer_bits_, {}};
  for (const auto& [at, id] : group) made.cells.push_back({at, id});
  if (!analysis_.evaluate(expr, *before_, frame_).is_constant()) unmodelled(is_cell(made, place, terms_), kOutside);
  unmodelled(still_lives(expr), kOutside);
  if (cells.size() == 1) return Access{cell(cells[0]), {}};
  for (const auto& [at, id] : group)
    if (program_[id].owner != program_[group[0].second].owner)
      throw NotFlat{edge_->pos, "a pointer to what is shared and to what is not"};
  return Access{group_of(std::move(made)), place};
}

GroupId Emitter::group_of(Group made) {
  std::vector<std::pair<Bits, VarId>> cells;
  for (const Group::Cell& cell : made.cells) cells.emplace_back(cell.place, cell.variable);
  auto [found, is_new] = groups_.emplace(std::move(cells), GroupId{static_cast<uint32_t>(program_.groups.size())});
  if (is_new) {
    uint32_t same = names_["group " + made.name]++;
    if (same > 0) made.name += fmt::format("#{}", same);
    program_.groups.push_back(std::move(made));
  }
  return found->second;
}

void Emitter::load(const core::Load& label, const std::vector<Successor>& successors) {
  std::optional<Access> from = access(*label.ptr, label.type);
  if (!from) return;
  if (successors.empty()) throw NotFlat{edge_->pos, "a place that nobody has written"};
  VarId target = reg(label.reg);
  bool is_float = label.type.kind == TypeKind::floating;
  auto* own = std::get_if<VarId>(&from->to);
  const bool is_own = own != nullptr && program_[*own].owner, is_told = tells(*from);
  Term found;
  if (is_own) {
    found = term(*own);
  } else {
    unsigned bits = sort_of(label.type).width + (is_told ? 1 : 0);
    VarId read = is_told    ? temporary(logic::bv_sort(bits), "told")
                 : is_float ? temporary(logic::bv_sort(label.type.bits), "bits")
                            : target;
    emit(Load{read, *from, label.order});
    found = term(read);
  }
  Term value = is_told ? content(found) : found;
  if (is_float) value = terms_.convert(logic::Op::fp_from_bits, value, sort_of(label.type));
  bool may_be_unset = successors[0].state.registers.at({frame_, label.reg}).unspecified;
  if (is_told && may_be_unset) return choose_if_unset(label.reg, label.type, value, found);
  if (value != term(target)) assign(target, value);
  if (!may_be_unset) return set_flag(frame_, label.reg, terms_.boolean(true));
  emit(Havoc{target});
  if (unset_.is_told(frame_, label.reg)) emit(Havoc{flag_of(frame_, label.reg)});
  chooses_ = true;
  loosen("what may not be initialised is any value");
}

void Emitter::store(const core::Store& label) {
  std::optional<Access> to = access(*label.ptr, label.type);
  if (!to) return;
  Term stored = value(*label.value, *before_);
  if (label.type.kind == TypeKind::floating) stored = terms_.unary(logic::Op::fp_to_bits, stored);
  if (tells(*to)) stored = told(stored, specified(*label.value, *before_));
  auto* own = std::get_if<VarId>(&to->to);
  if (own != nullptr && program_[*own].owner)
    assign(*own, stored);
  else
    emit(Store{*to, stored, label.order});
}

void Emitter::rmw(const core::Rmw& label, const std::vector<Successor>& successors) {
  std::optional<Access> at = access(*label.ptr, label.type);
  if (!at) return;
  if (successors.empty()) throw NotFlat{edge_->pos, "a place that nobody has written"};
  if (label.type.kind == TypeKind::floating) throw NotFlat{edge_->pos, "an update of a floating number"};
  const AbstractState& after = successors[0].state;
  Term holds = label.condition != nullptr ? value(*label.condition, after) : terms_.boolean(true);
  Term made = value(*label.value, after);
  VarId target = reg(label.reg);
  set_flag(frame_, label.reg, terms_.boolean(true));
  if (!tells(*at)) return emit(Rmw{target, *at, holds, made, label.order, label.failure});
  VarId old = temporary(logic::bv_sort(term(target).sort().width + 1), "told");
  logic::Substitution with_old(terms_);
  with_old.put(term(target), content(term(old)));
  emit(Rmw{old, *at, with_old(holds), told(with_old(made), terms_.boolean(true)), label.order, label.failure});
  assign(target, content(term(old)));
}

// Others see the parts in no order (core::Scalars), which edges in a row do not show.
void Emitter::nobody_sees(const std::vector<Touched>& parts) {
  bool alone = template_ == TemplateId{0} && before_->spawned.empty();
  if (!alone && parts.size() > 2 && !before_->own.contains(parts[0].object))
    throw NotFlat{edge_->pos, "several parts of a shared object are copied or filled at once"};
}

Term Emitter::read(const Touched& touched, core::MemoryOrder order) {
  VarId from = cell(touched);
  if (program_[from].owner) return term(from);
  VarId seen = temporary(term(from).sort(), "copied");
  emit(Load{seen, {from, {}}, order});
  return term(seen);
}

void Emitter::write(const Touched& touched, Term value, core::MemoryOrder order) {
  VarId to = cell(touched);
  if (program_[to].owner)
    assign(to, value);
  else
    emit(Store{{to, {}}, value, order});
}

void Emitter::copy(const core::Copy& label) {
  std::vector<Touched> from = analysis_.parts(*label.src, *label.bytes, label.scalars, *before_, frame_, edge_->pos);
  std::vector<Touched> to = analysis_.parts(*label.dst, *label.bytes, label.scalars, *before_, frame_, edge_->pos);
  nobody_sees(from);
  nobody_sees(to);
  unmodelled(still_lives(*label.src), kOutside);
  unmodelled(still_lives(*label.dst), kOutside);
  note_use(from[0].object);
  note_use(to[0].object);
  // All is read before anything is written: the two may overlap.
  std::vector<Term> values;
  for (size_t i = 0; i + 1 < from.size(); ++i) {
    Term value = read(from[i], label.order);
    if (from[i].object == to[i].object) {
      VarId kept = temporary(value.sort(), "copied");
      assign(kept, value);
      value = term(kept);
    }
    values.push_back(value);
  }
  for (size_t i = 0; i + 1 < to.size(); ++i) write(to[i], values[i], label.order);
}

void Emitter::fill(const core::Fill& label) {
  std::vector<Touched> to = analysis_.filled(label, *before_, frame_, edge_->pos);
  nobody_sees(to);
  unmodelled(still_lives(*label.ptr), kOutside);
  note_use(to[0].object);
  // Without a value they become unspecified: where that is not told, the analysis knows it of whoever reads them.
  for (size_t i = 0; i + 1 < to.size(); ++i) {
    unsigned width = term(cell(to[i])).sort().width;
    if (telling_.contains(cell(to[i])))
      write(to[i], told(terms_.bv(0, width - 1), terms_.boolean(label.value != nullptr)), label.order);
    else if (label.value != nullptr)
      write(to[i], terms_.bv(0, width), label.order);
  }
}

void Emitter::call(Place from, const core::Call& label, const std::vector<Successor>& successors) {
  AbstractValue callee = analysis_.evaluate(*label.callee, *before_, frame_);
  Term known = terms_.boolean(false);
  for (const Successor& next : successors) {
    Term here = terms_.boolean(true);
    if (!callee.is_constant()) here = terms_.eq(value(*label.callee, *before_), pointer(analysis_.of(*next.callee), 0));
    known = terms_.or_(known, here);
    if (!here.is_true()) emit(Assume{here});
    const std::vector<core::Reg>& params = analysis_.cfa().program->function(*next.callee).params;
    FrameId inner = analysis_.contexts()[next.to.context].frame;
    for (size_t i = 0; i < params.size() && i < label.args.size(); ++i) {
      VarId param = reg_of(inner, params[i]);
      Term argument = value(*label.args[i], *before_);
      if (argument.sort() != term(param).sort()) throw NotFlat{edge_->pos, "an argument of another type"};
      // The argument is the caller's, the parameter the callee's.
      if (unset_.is_told(inner, params[i])) assign(flag_of(inner, params[i]), specified(*label.args[i], *before_));
      assign(param, argument);
    }
    finish(from, next.to);
  }
  if (known.is_true()) return;
  if (!known.is_false()) emit(Assume{terms_.not_(known)});
  emit(Check{std::nullopt, terms_.boolean(false), "a call of a function that is not known"});
  finish(from, std::nullopt);
}

void Emitter::returned(Place from, const core::Return& label, const std::vector<Successor>& successors) {
  leave(frame_);
  const Frame& here = analysis_.contexts().frame(frame_);
  if (!here.caller) {
    if (here.thread == ThreadId{0}) emit(Exit{});
    return finish(from, std::nullopt);
  }
  const program::Procedure& outer = analysis_.contexts().procedure(*here.caller);
  const core::Call& made = std::get<core::Call>(outer.edges[here.call].label);
  if (made.reg) {
    FrameId caller = analysis_.contexts()[*here.caller].frame;
    VarId target = reg_of(caller, *made.reg);
    set_flag(caller, *made.reg, label.value != nullptr ? specified(*label.value, *before_) : terms_.boolean(false));
    Term result = label.value != nullptr ? value(*label.value, *before_) : Term();
    if (result && result.sort() != term(target).sort()) throw NotFlat{edge_->pos, "a result of another type"};
    if (result)
      assign(target, result);
    else
      emit(Havoc{target});
  }
  finish(from, successors[0].to);
}

void Emitter::join(Place from, const core::Join& label, const std::vector<Successor>& successors) {
  AbstractValue which = analysis_.evaluate(*label.thread, *before_, frame_);
  Term number = value(*label.thread, *before_);
  Term known = terms_.boolean(false);
  bool has_many = false;
  auto passes = [&] {
    if (label.reg) {
      emit(Havoc{reg(*label.reg)});
      if (unset_.is_told(frame_, *label.reg)) emit(Havoc{flag_of(frame_, *label.reg)});
      loosen("what a thread returns is any value");
    }
    finish(from, successors[0].to);
  };
  for (uint32_t id = 1; id < analysis_.threads().size(); ++id) {
    has_many = has_many || analysis_.threads()[id].many;
    if (analysis_.threads()[id].many || !which.may_be(id)) continue;
    Term here = terms_.eq(number, terms_.bv(id, number.sort().width));
    known = terms_.or_(known, here);
    if (!here.is_true()) emit(Assume{here});
    emit(Join{TemplateId{id}});
    passes();
  }
  if (known.is_true()) return;
  if (!known.is_false()) emit(Assume{terms_.not_(known)});
  if (has_many) {
    loosen("nobody waits for threads that a loop has made");
    passes();
  } else {
    emit(Check{std::nullopt, terms_.boolean(false), "a thread waits for one that was never started"});
    finish(from, std::nullopt);
  }
}

void Emitter::step(Place from, const program::Edge& edge, const AbstractState& before,
                   const std::vector<Successor>& successors) {
  Contexts& contexts = analysis_.contexts();
  while (program_.templates.size() < analysis_.threads().size()) {
    const Thread& thread = analysis_.threads()[program_.templates.size()];
    std::string name = analysis_.cfa().procedure(thread.function).name;
    uint32_t same = names_["template " + name]++;
    if (same > 0) name += fmt::format("#{}", same);
    program_.templates.push_back({name, {thread.many ? 0u : 1u}, 0, Loc{0}, {}, {}});
  }
  before_ = &before;
  edge_ = &edge;
  frame_ = contexts[from.context].frame;
  function_ = contexts.frame(frame_).function;
  template_ = TemplateId{static_cast<uint32_t>(contexts.frame(frame_).thread)};
  edge_number_ = static_cast<uint32_t>(&edge - contexts.procedure(from.context).edges.data());
  chooses_ = false;
  chain_.clear();
  begun_at_.reset();
  std::optional<Place> to;
  if (!successors.empty()) to = successors[0].to;
  from_ = from;
  to_ = to;
  auto assume = [&](const core::ExprPtr& expr) {
    Term holds = condition(expr);
    if (!holds.is_true()) emit(Assume{holds});
  };
  const program::EdgeLabel& label = edge.label;
  if (auto* k = std::get_if<core::Call>(&label)) return call(from, *k, successors);
  if (auto* k = std::get_if<core::Return>(&label)) return returned(from, *k, successors);
  if (auto* k = std::get_if<core::Join>(&label)) return join(from, *k, successors);
  if (auto* k = std::get_if<program::Assume>(&label)) assume(k->condition);
  if (auto* k = std::get_if<program::Restrict>(&label)) assume(k->condition);
  if (auto* k = std::get_if<core::Await>(&label)) assume(k->condition);
  if (auto* k = std::get_if<core::Let>(&label)) {
    Term now = value(*k->value, before);
    set_flag(frame_, k->reg, specified(*k->value, before));
    assign(reg(k->reg), now);
  }
  if (auto* k = std::get_if<core::Load>(&label)) load(*k, successors);
  if (auto* k = std::get_if<core::Store>(&label)) store(*k);
  if (auto* k = std::get_if<core::Rmw>(&label)) rmw(*k, successors);
  if (auto* k = std::get_if<core::Copy>(&label)) copy(*k);
  if (auto* k = std::get_if<core::Fill>(&label)) fill(*k);
  if (auto* k = std::get_if<core::Fence>(&label)) emit(Fence{k->order});
  if (auto* k = std::get_if<core::Alloc>(&label)) allocate(from, edge_number_, *k);
  if (auto* k = std::get_if<core::Kill>(&label)) kill(*k);
  if (std::holds_alternative<core::AtomicBegin>(label)) emit(AtomicBegin{});
  if (std::holds_alternative<core::AtomicEnd>(label)) emit(AtomicEnd{});
  if (std::holds_alternative<core::Exit>(label)) emit(Exit{});
  if (std::holds_alternative<core::EndThread>(label))
    for (std::optional<ContextId> up = from.context; up; up = contexts.frame_of(*up).caller) leave(contexts[*up].frame);
  if (auto* k = std::get_if<core::Unsupported>(&label)) emit(Check{std::nullopt, terms_.boolean(false), k->what});
  if (auto* k = std::get_if<core::Check>(&label)) {
    Term holds = condition(k->condition);
    if (!holds.is_true()) emit(Check{k->kind, holds, k->detail});
  }
  if (auto* k = std::get_if<core::Choose>(&label)) {
    VarId target = reg(k->reg);
    emit(Havoc{target});
    set_flag(frame_, k->reg, terms_.boolean(true));
    // A pointer of the environment's designates nothing.
    if (k->type.kind == TypeKind::pointer) emit(Assume{is_object(term(target), kNothing)});
    chooses_ = true;
  }
  if (auto* k = std::get_if<program::ChooseOrder>(&label)) {
    VarId target = reg(k->reg);
    emit(Havoc{target});
    unsigned width = term(target).sort().width;
    emit(Assume{terms_.binary(logic::Op::bv_ult, term(target), terms_.bv(core::permutations(k->strands), width))});
    set_flag(frame_, k->reg, terms_.boolean(true));
  }
  for (size_t i = 1; std::holds_alternative<program::Sequencing>(label) && i < successors.size(); ++i)
    finish(from, successors[i].to);
  if (auto* k = std::get_if<core::Self>(&label)) {
    VarId target = reg(k->reg);
    set_flag(frame_, k->reg, terms_.boolean(true));
    unsigned width = term(target).sort().width;
    if (analysis_.threads()[index(template_)].many) {
      assign(target, own_number(width));
    } else {
      assign(target, terms_.bv(index(template_), width));
    }
  }
  if (auto* k = std::get_if<core::Spawn>(&label)) {
    ThreadId id = analysis_.spawned(from, edge_number_);
    const Thread& thread = analysis_.threads()[static_cast<uint32_t>(id)];
    FrameId root = contexts[contexts.root(id, thread.function).context].frame;
    Spawn made{TemplateId{static_cast<uint32_t>(id)}, {}};
    const std::vector<core::Reg>& params = analysis_.cfa().program->function(thread.function).params;
    for (size_t i = 0; i < params.size() && i < k->args.size(); ++i) {
      made.arguments.push_back({reg_of(root, params[i]), value(*k->args[i], before)});
      if (term(made.arguments.back().target).sort() != made.arguments.back().value.sort())
        throw NotFlat{edge.pos, "an argument of another type"};
      if (unset_.is_told(root, params[i]))
        made.arguments.push_back({flag_of(root, params[i]), specified(*k->args[i], before)});
    }
    emit(std::move(made));
    VarId target = reg(k->reg);
    set_flag(frame_, k->reg, terms_.boolean(true));
    if (thread.many) {
      emit(Havoc{target});
      loosen("the number of a thread that a loop has made is any number");
    } else {
      assign(target, terms_.bv(static_cast<uint32_t>(id), term(target).sort().width));
    }
  }
  finish(from, to);
}

FlatProgram Emitter::take() {
  keep_needed_resets();
  for (uint32_t i = 0; i < program_.templates.size(); ++i) {
    template_ = TemplateId{i};
    program_.templates[i].entry = loc_of(analysis_.contexts().root(ThreadId{i}, analysis_.threads()[i].function));
    index_edges(program_.templates[i]);
  }
  for (const auto& [id, pos] : used_by_others_)
    if (late_.contains(id)) program_.handed_over.push_back({pos, analysis_.object(id).name});
  return std::move(program_);
}

}  // namespace fencepost::flat
