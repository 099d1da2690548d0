// Writes the flat program while the analysis tells its steps: one chain of edges for a step and a successor.
#pragma once

#include <set>

#include "flat/analysis.h"
#include "flat/flat_program.h"
#include "flat/groups.h"
#include "flat/unset_values.h"

namespace fencepost::flat {

class Emitter : public Sink {
 public:
  // All outlive it.
  Emitter(Analysis& analysis, const UnsetValues& unset, logic::Terms& terms);
  void step(Place from, const program::Edge& edge, const AbstractState& before,
            const std::vector<Successor>& successors) override;
  FlatProgram take();

 private:
  // Terms, over the variables of the running thread.
  Term value(const core::Expr& expr, const AbstractState& state);
  Term condition(const core::ExprPtr& expr) { return value(*expr, *before_); }
  Term constant(const AbstractValue& value, const core::Type& type);
  Term pointer(ObjectId object, Bits offset);
  Term object_of(Term pointer);
  Term offset_of(Term pointer);
  Term fitted(Term bits, bool is_signed, unsigned width);
  Term is_object(Term pointer, ObjectId object);
  Term pointer_operator(const core::Expr& expr, const AbstractState& state);
  Term address(const core::Expr& expr, const AbstractState& state);
  Term equal(const core::Expr& one, const core::Expr& other, const AbstractState& state);
  Term adjacent(const core::Expr& one, const core::Expr& other, const AbstractState& state);
  Term both(Term one, ObjectId object, Term other, ObjectId at);  // designate these
  Term perhaps(Term where, const char* why);
  Term by_object(Term pointer, const AbstractValue& value, const std::function<Term(ObjectId)>& of);

  // Whether values are specified (emitter_unset.cpp). Of a register it is a variable of its own; of a cell that tells it the highest
  // bit: what is read in one step is one value.
  VarId flag_of(FrameId frame, core::Reg reg);
  void set_flag(FrameId frame, core::Reg reg, Term is_specified);
  Term specified(const core::Expr& expr, const AbstractState& state);
  bool tells(const Access& access) const;
  Term content(Term told);
  Term is_specified(Term told);
  Term told(Term value, Term is_specified);
  void choose_if_unset(core::Reg reg, const core::Type& type, Term read, Term found);
  void keep_needed_resets();

  // Lives of objects (emitter_lives.cpp). Of a condition that asks for them; nothing if it does not, or for more.
  Term lives(const core::Expr& condition, const AbstractState& state);
  // Does the object live that the pointer designates, if it matters?
  Term lives(const core::Expr& pointer, const AbstractState& state, const std::function<bool(const Object&)>& matters);
  Term still_lives(const core::Expr& pointer);
  bool is_asked_before(const core::Expr& pointer, bool about_heap) const;
  Term is_one_of(Term pointer, const std::vector<ObjectId>& objects);
  Access life_of_one(Term pointer, const std::vector<ObjectId>& objects);
  VarId alive(ObjectId object);
  void kill(const core::Kill& label);
  void end_life(ObjectId object);
  void leave(FrameId frame);

  // Variables.
  VarId reg(core::Reg reg) { return reg_of(frame_, reg); }
  VarId reg_of(FrameId frame, core::Reg reg);
  VarId cell(const Touched& touched);
  VarId temporary(logic::Sort sort, std::string_view name);
  VarId instance_number();
  // What the thread is told as its number if many run its template: none of those that threads of other templates have.
  Term own_number(unsigned width);
  VarId variable(std::string name, logic::Sort sort, std::optional<TemplateId> owner, std::optional<Bits> initial);
  logic::Sort sort_of(const core::Type& type) const;
  Term term(VarId id) const { return program_[id].term; }

  // What the access touches, after the checks that it touches nothing else; nothing if it can touch nothing.
  std::optional<Access> access(const core::Expr& pointer, const core::Type& type);
  GroupId group_of(Group made);
  void note_use(ObjectId object);
  void load(const core::Load& label, const std::vector<Successor>& successors);
  void store(const core::Store& label);
  void rmw(const core::Rmw& label, const std::vector<Successor>& successors);
  void allocate(Place from, uint32_t edge, const core::Alloc& label);
  void copy(const core::Copy& label);
  void fill(const core::Fill& label);
  void nobody_sees(const std::vector<Touched>& parts);
  Term read(const Touched& touched, core::MemoryOrder order);
  void write(const Touched& touched, Term value, core::MemoryOrder order);
  void call(Place from, const core::Call& label, const std::vector<Successor>& successors);
  void join(Place from, const core::Join& label, const std::vector<Successor>& successors);
  void returned(Place from, const core::Return& label, const std::vector<Successor>& successors);

  void emit(Label label) { chain_.push_back(std::move(label)); }
  void assign(VarId target, Term value) { emit(Assign{target, value}); }
  void unmodelled(Term condition, std::string why);
  void loosen(std::string reason);
  // The chain leads from the place to the other, or to an end of its own.
  void finish(Place from, std::optional<Place> to);
  // From the location to the place, or to an end of its own: where that is.
  Loc lay(Loc at, std::optional<Place> to);
  Loc loc_of(Place place);
  Loc new_loc() { return Loc{program_.templates[index(template_)].locations++}; }

  Analysis& analysis_;
  const UnsetValues& unset_;
  logic::Terms& terms_;
  std::unique_ptr<program::Arithmetic> arithmetic_;
  program::ScalarTerms scalars_;
  const unsigned pointer_bits_;
  FlatProgram program_;
  std::map<std::pair<FrameId, core::Reg>, VarId> regs_;
  std::map<std::pair<ObjectId, uint64_t>, VarId> cells_;
  std::map<std::pair<FrameId, core::Reg>, VarId> flags_;
  std::set<VarId> telling_;                          // cells
  std::vector<std::pair<uint32_t, size_t>> resets_;  // template and edge: a shared cell is of a new object
  std::map<ObjectId, VarId> alive_;
  std::set<ObjectId> late_;                       // made when there may be other threads
  std::map<ObjectId, SourcePos> used_by_others_;  // than their makers, and where first
  std::map<TemplateId, VarId> numbers_;
  std::map<std::vector<std::pair<Bits, VarId>>, GroupId> groups_;
  std::map<std::string, uint32_t> names_;
  std::map<Place, Loc> locs_;
  std::set<std::pair<uint32_t, std::string>> loosened_;

  // Of the step.
  const AbstractState* before_ = nullptr;
  const program::Edge* edge_ = nullptr;
  uint32_t edge_number_ = 0;
  core::FunctionId function_{};
  FrameId frame_{};
  TemplateId template_{};
  std::vector<Label> chain_;
  std::optional<Loc> begun_at_;     // the chain; absent: at the place
  std::optional<Place> from_, to_;  // of the step
  bool chooses_ = false;
};

}  // namespace fencepost::flat
