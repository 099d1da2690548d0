#include "program/passes.h"

#include <array>

#include "program/verify.h"

namespace fencepost::program {

namespace {

constexpr std::array kPasses = {
    Pass{"contract-skips", contract_skips},
};

}  // namespace

std::span<const Pass> passes() { return kPasses; }

void run_passes(Cfa& cfa) {
  for (Procedure& procedure : cfa.procedures) {
    verify(procedure, "lowering");
    for (const Pass& pass : passes()) {
      pass.run(procedure);
      verify(procedure, pass.name);
    }
  }
}

void index_edges(Procedure& procedure) {
  procedure.first_out.assign(procedure.locations + 1, 0);
  for (const Edge& edge : procedure.edges) ++procedure.first_out[index(edge.from) + 1];
  for (size_t i = 1; i < procedure.first_out.size(); ++i) procedure.first_out[i] += procedure.first_out[i - 1];
}

}  // namespace fencepost::program
