#include "check/proof_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "logic/readable.h"

namespace fencepost::check {

using result::ProofLine;

namespace {

constexpr size_t kMostAtPlace = 20;
constexpr size_t kLongest = 400;

// By place and template, what is said there.
class Lines {
 public:
  explicit Lines(const flat::FlatProgram& program) : program_(program) {
    // A statement of C takes several locations: the first of them stands for its line.
    for (uint32_t t = 0; t < program.templates.size(); ++t)
      for (const flat::Edge& edge : program.templates[t].edges)
        if (edge.pos.valid() && edge.pos.line > 0) first_.try_emplace({t, edge.pos.file, edge.pos.line}, edge);
  }

  void add(uint32_t of, uint32_t location, const logic::Term& holds) {
    if (holds.is_true() || holds.is_false()) return;
    for (const auto& [place, edge] : first_) {
      if (std::get<0>(place) != of || flat::index(edge.from) != location) continue;
      std::vector<std::string>& said = said_[place];
      if (said.size() >= kMostAtPlace) continue;
      std::string text = logic::readable(holds, kLongest);
      if (std::ranges::find(said, text) == said.end()) said.push_back(std::move(text));
    }
  }

  std::vector<ProofLine> told() const {
    std::vector<ProofLine> lines;
    for (const auto& [place, said] : said_)
      for (const std::string& text : said)
        lines.push_back({source_pos(*std::get<1>(place), std::get<2>(place)),
                         fmt::format("{}: {}", program_.templates[std::get<0>(place)].name, text)});
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

  const flat::FlatProgram& program_;
  std::map<Place, flat::Edge, ByPlace> first_;
  std::map<Place, std::vector<std::string>, ByPlace> said_;
};

}  // namespace

std::vector<ProofLine> told_at_lines(const result::Invariants& proof, const flat::FlatProgram& program) {
  Lines lines(program);
  if (proof.facts)
    for (uint32_t of = 0; of < proof.facts->at.size() && of < program.templates.size(); ++of)
      for (uint32_t location = 0; location < proof.facts->at[of].size(); ++location)
        lines.add(of, location, proof.facts->at[of][location].holds);
  for (const result::Invariants::AtConfiguration& one : proof.configurations)
    for (uint32_t of = 0; of < one.configuration.at.size() && of < program.templates.size(); ++of)
      if (flat::has_begun(one.configuration, of)) lines.add(of, one.configuration.at[of], one.holds);
  return lines.told();
}

}  // namespace fencepost::check
