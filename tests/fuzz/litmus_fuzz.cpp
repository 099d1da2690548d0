// Any bytes as a litmus test, then a short simulation under a weak model: an outcome, bad input or exhausted resources.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "engine/litmus/simulate.h"
#include "frontend/litmus/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fencepost;
  static const auto model = memory::load_model("coherence");
  try {
    const litmus::Test test = litmus::parse_test({reinterpret_cast<const char*>(data), size}, "fuzz.litmus");
    Budget budget;
    budget.limit_time(0.2);
    litmus::SimulationOptions options;
    options.budget = &budget;
    litmus::simulate(test, *model, options);
  } catch (const InputError&) {
  } catch (const Exhausted&) {
  }
  return 0;
}
