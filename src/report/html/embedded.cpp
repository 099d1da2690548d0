#include "report/html/embedded.h"

#include <array>

#include "base/check.h"

namespace fencepost::report::html {

namespace {

struct File {
  std::string_view name, text;
};
constexpr File kFiles[] = {
#include "embedded_page.inc"
};

constexpr std::array kScripts = {"model.js", "source.js", "table.js", "graph.js", "state.js", "page.js"};

}  // namespace

std::string_view file(std::string_view name) {
  for (const File& one : kFiles)
    if (one.name == name) return one.text;
  FP_CHECK_MSG(false, "a page without one of its files");
}

std::string script() {
  std::string all;
  for (const char* name : kScripts) all += file(name);
  return all;
}

}  // namespace fencepost::report::html
