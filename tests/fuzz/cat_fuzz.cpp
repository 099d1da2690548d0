// Any bytes as a cat file: a model or an InputError, nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/diagnostic.h"
#include "memory/model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    fencepost::memory::parse_model("fuzz.cat", {reinterpret_cast<const char*>(data), size});
  } catch (const fencepost::InputError&) {
  }
  return 0;
}
