#include "check/proof_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "logic/readable.h"
#include "logic/variables.h"

namespace fencepost::check {

using result::ProofLine;

namespace {

constexpr size_t kMostAtPlace = 20;
constexpr size_t kLongest = 400;

// By place and template, what is said there: whatever others do, and as they stand.
class Lines {
 public:
  explicit Lines(const flat::FlatProgram& program) : program_(program) {
    for (const flat::Variable& variable : program.variables)
      if (variable.part && !variable.part->shown.empty() && !variable.name.starts_with("__fencepost_"))
        shown_.emplace(variable.name, variable.part->shown);
    // A statement of C takes several locations: the first of them stands for its line.
    for (uint32_t t = 0; t < program.templates.size(); ++t)
      for (const flat::Edge& edge : program.templates[t].edges)
        if (edge.pos.valid() && edge.pos.line > 0) first_.try_emplace({t, edge.pos.file, edge.pos.line}, edge);
  }

  void add(uint32_t of, uint32_t location, const logic::Term& holds, bool as_others_stand) {
    const std::string text = words(holds);
    for (const auto& [place, edge] : first_) {
      if (std::get<0>(place) != of || flat::index(edge.from) != location) continue;
      Said& said = said_[place];
      std::vector<std::string>& texts = as_others_stand ? said.as_others_stand : said.always;
      // Where nothing is said of some way in which the others stand, the rest says nothing either.
      if (as_others_stand && text.empty()) said.says_all = false;
      if (!text.empty() && texts.size() < kMostAtPlace && std::ranges::find(texts, text) == texts.end())
        texts.push_back(text);
    }
  }

  std::vector<ProofLine> told() const {
    std::vector<ProofLine> lines;
    for (const auto& [place, said] : said_) {
      const SourcePos pos = source_pos(*std::get<1>(place), std::get<2>(place));
      std::string who = program_.templates[std::get<0>(place)].name;
      if (who == "<entry>") who = "first thread";
      for (const std::string& text : said.always) lines.push_back({pos, fmt::format("{}: {}", who, text)});
      if (!said.says_all) continue;
      const char* how = said.as_others_stand.size() > 1 ? ", as others stand" : "";
      for (const std::string& text : said.as_others_stand)
        lines.push_back({pos, fmt::format("{}{}: {}", who, how, text)});
    }
    return lines;
  }

 private:
  using Place = std::tuple<uint32_t, const std::string*, uint32_t>;
  // By names of files, not by where these lie.
  struct ByPlace {
    bool operator()(const Place& a, const Place& b) const {
      return std::tie(*std::get<1>(a), std::get<2>(a), std::get<0>(a)) <
             std::tie(*std::get<1>(b), std::get<2>(b), std::get<0>(b));
    }
  };

  struct Said {
    std::vector<std::string> always, as_others_stand;
    bool says_all = true;
  };

  // What of it is about objects of the program; the rest of a conjunction is left out.
  std::string words(const logic::Term& holds) const {
    std::vector<logic::Term> left = {holds};
    std::string out;
    while (!left.empty()) {
      const logic::Term term = left.back();
      left.pop_back();
      if (term.op() == logic::Op::and_) {
        left.insert(left.end(), term.args().rbegin(), term.args().rend());
        continue;
      }
      if (term.is_const() || !std::ranges::all_of(logic::variables_of({term}), [&](const logic::Term& variable) {
            return shown_.contains(variable.name());
          }))
        continue;
      const bool is_choice = term.op() == logic::Op::or_;
      const std::string part =
          logic::readable(term, kLongest, [&](const logic::Term& variable) { return shown_.at(variable.name()); });
      out += (out.empty() ? "" : " && ") + (is_choice ? "(" + part + ")" : part);
    }
    return out;
  }

  const flat::FlatProgram& program_;
  std::map<std::string, std::string> shown_;  // variables that stand for parts of objects, as C names these
  std::map<Place, flat::Edge, ByPlace> first_;
  std::map<Place, Said, ByPlace> said_;
};

}  // namespace

std::vector<ProofLine> told_at_lines(const result::Invariants& proof, const flat::FlatProgram& program) {
  Lines lines(program);
  if (proof.facts)
    for (uint32_t of = 0; of < proof.facts->at.size() && of < program.templates.size(); ++of)
      for (uint32_t location = 0; location < proof.facts->at[of].size(); ++location)
        lines.add(of, location, proof.facts->at[of][location].holds, false);
  for (const result::Invariants::AtConfiguration& one : proof.configurations)
    for (uint32_t of = 0; of < one.configuration.at.size() && of < program.templates.size(); ++of)
      if (flat::has_begun(one.configuration, of)) lines.add(of, one.configuration.at[of], one.holds, true);
  return lines.told();
}

}  // namespace fencepost::check
