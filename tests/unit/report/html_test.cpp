#include "report/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/html/data.h"
#include "report/html/embedded.h"

namespace fencepost::report {
namespace {

using Json = nlohmann::ordered_json;

TEST(Html, NothingInDataIsHtml) {
  const Json text = "</script><!-- & \x01 \xff \xe2\x80\xa8 \" \\";
  const std::string written = html::script_text(text);
  EXPECT_EQ(written.find_first_of("<>&\x01\xff\xe2"), std::string::npos);
  EXPECT_EQ(Json::parse(written), "</script><!-- & \x01 \xef\xbf\xbd \xe2\x80\xa8 \" \\");
}

TEST(Html, TextOfAnElement) { EXPECT_EQ(html::element_text("a<b>&\x1b[31m"), "a&lt;b&gt;&amp; [31m"); }

TEST(Html, TextOfAnElementIsUtf8) { EXPECT_EQ(html::element_text("lat\xe9.c"), "lat\uFFFD.c"); }

TEST(Html, NoScriptEndsItself) {
  const std::string script = html::script();
  EXPECT_GT(script.size(), 10'000U);
  EXPECT_EQ(script.find("</"), std::string::npos);
  EXPECT_EQ(script.find("<!--"), std::string::npos);
}

TEST(Html, PageOfAResult) {
  result::Result result;
  result.verdict = result::Verdict::unknown;
  result.reason = "it calls </script> & more";
  RunInfo info;
  info.files = {"dir/{{data}}<x>.c"};
  const std::string page = to_html(result, info);
  const std::string begin = R"(id="data">)";
  const size_t at = page.find(begin) + begin.size();
  const Json data = Json::parse(page.substr(at, page.find("</script>", at) - at));
  const Json& report = data.at("reports").at(0);
  EXPECT_EQ(report.at("verdict"), "UNKNOWN");
  EXPECT_EQ(report.at("title"), "{{data}}<x>.c");
  EXPECT_EQ(report.at("sentences").at(0), "It calls </script> & more");
  EXPECT_EQ(report.at("runs"), Json::array());
  EXPECT_NE(page.find("<title>UNKNOWN {{data}}&lt;x&gt;.c"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  // The parts are there, each once.
  EXPECT_EQ(page.find("</script>", page.rfind("<script>")), page.rfind("</script>"));
}

// A position may name any file: #line says what it likes.
TEST(Html, FilesThatNobodyReadAreNotShown) {
  html::Sources sources;
  EXPECT_TRUE(sources.number(source_pos("/etc/passwd", 1)).is_null());
  EXPECT_TRUE(sources.files().empty());
  EXPECT_FALSE(html::place(source_pos("/etc/passwd", 3), sources).contains("f"));
}

}  // namespace
}  // namespace fencepost::report
