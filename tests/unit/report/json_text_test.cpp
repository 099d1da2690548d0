#include "report/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace fencepost::report {
namespace {

TEST(JsonText, StaysJsonOnATerminal) {
  const std::string all =
      "del\x7f, next line\xC2\x85, sequence\xC2\x9B"
      "2J, esc\033[8m, \u00A0\u00E9";
  const std::string shown = escaped(json_text({{"text", all}}));
  EXPECT_EQ(nlohmann::json::parse(shown)["text"], all);
  EXPECT_NE(shown.find("\\u007f"), std::string::npos);
  EXPECT_NE(shown.find("\\u009b"), std::string::npos);
}

TEST(JsonText, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(nlohmann::json::parse(json_text({{"text", "lat\xe9 \xC2"}}))["text"], "lat\uFFFD \uFFFD");
}

}  // namespace
}  // namespace fencepost::report
