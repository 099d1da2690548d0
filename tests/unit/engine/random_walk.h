// Runs of a flat program whose templates have one instance each, drawn at random, step by step.
#pragma once

#include <algorithm>
#include <random>

#include "flat/configuration.h"
#include "flat/interpreter.h"
#include "flat/operands.h"
#include "logic/evaluate.h"

namespace fencepost::engine::testing {

class RandomWalk {
 public:
  RandomWalk(const flat::FlatProgram& program, uint64_t seed)
      : program_(program), random_(seed), at_(flat::first_configuration(program)), number_(program.templates.size()) {
    for (const flat::Variable& variable : program.variables) values_[variable.term] = variable.initial.value_or(0);
  }

  const std::vector<flat::Step>& steps() const { return steps_; }
  const flat::Configuration& at() const { return at_; }
  bool holds(logic::Term term) const { return value(term) != 0; }
  // What the thread would do by that edge.
  flat::Step step(uint32_t thread, const flat::Edge& edge) const {
    const flat::Edge* first = program_.templates[thread].edges.data();
    return {number_[thread], flat::TemplateId{thread}, static_cast<uint32_t>(&edge - first), {}};
  }

  // False: nobody can go on, a check failed or the program is over.
  bool go_on() {
    std::vector<uint32_t> order;
    for (uint32_t thread = 0; thread < at_.at.size(); ++thread)
      if (at_.atomic == flat::Configuration::kNobody || at_.atomic == thread) order.push_back(thread);
    std::shuffle(order.begin(), order.end(), random_);
    for (uint32_t thread : order)
      for (const flat::Edge& edge : flat::edges_from(program_, at_, thread))
        if (take(thread, edge)) return !std::holds_alternative<flat::Exit>(edge.label);
    return false;
  }

 private:
  logic::Bits value(logic::Term term) const { return logic::evaluate(term, values_); }
  logic::Bits& of(flat::VarId id) { return values_[program_[id].term]; }

  std::optional<flat::VarId> cell(const flat::Access& access) const {
    if (auto* one = std::get_if<flat::VarId>(&access.to)) return *one;
    for (const flat::Group::Cell& cell : program_[std::get<flat::GroupId>(access.to)].cells)
      if (cell.place == value(access.place)) return cell.variable;
    return std::nullopt;
  }

  bool take(uint32_t thread, const flat::Edge& edge) {
    const flat::Label& label = edge.label;
    if (std::holds_alternative<flat::Exit>(label)) return true;
    std::optional<flat::Configuration> next = flat::after(program_, at_, thread, edge);
    auto* assume = std::get_if<flat::Assume>(&label);
    auto* check = std::get_if<flat::Check>(&label);
    if (!next || (assume && !holds(assume->condition)) || (check && !holds(check->condition))) return false;
    flat::Step made = step(thread, edge);
    const flat::Access* access = flat::access(label);
    flat::VarId to{};
    if (access != nullptr) {
      std::optional<flat::VarId> touched = cell(*access);
      if (!touched) return false;
      to = *touched;
    }
    if (auto* k = std::get_if<flat::Assign>(&label)) of(k->target) = value(k->value);
    if (auto* k = std::get_if<flat::Havoc>(&label)) made.chosen = of(k->target) = random_() % 2;
    if (auto* k = std::get_if<flat::Load>(&label)) of(k->target) = logic::Bits{of(to)};
    if (auto* k = std::get_if<flat::Store>(&label)) of(to) = value(k->value);
    if (auto* k = std::get_if<flat::Rmw>(&label)) {
      of(k->target) = logic::Bits{of(to)};
      if (holds(k->condition)) of(to) = value(k->value);
    }
    if (auto* k = std::get_if<flat::Spawn>(&label)) {
      std::vector<logic::Bits> arguments;
      for (const flat::Assign& argument : k->arguments) arguments.push_back(value(argument.value));
      for (size_t i = 0; i < arguments.size(); ++i) of(k->arguments[i].target) = arguments[i];
      number_[flat::index(k->spawned)] = ++begun_;
    }
    at_ = *next;
    steps_.push_back(made);
    return true;
  }

  const flat::FlatProgram& program_;
  std::mt19937_64 random_;
  flat::Configuration at_;
  std::vector<uint32_t> number_;  // by template: of its thread
  uint32_t begun_ = 0;
  logic::Assignment values_;
  std::vector<flat::Step> steps_;
};

}  // namespace fencepost::engine::testing
