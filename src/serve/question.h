// What the page asks: a program or litmus test, and how to look at it. Nothing of a request reaches the command line of a job as it is:
// each field is one of known values or has a known shape, and what is not known is refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jobs/child.h"

namespace fencepost::serve {

struct Question {
  std::string text;
  std::string command = "verify";
  std::vector<std::string> options;  // as command-line arguments
  bool is_litmus = false;            // the text is a litmus test, no program
};

// Throws Refusal.
Question question_of(const std::string& json);

inline constexpr const char* kPageFile = "page.html";
// What the child is asked, in a folder that has the text under this name.
std::string_view input_name(const Question& question);
std::vector<std::string> arguments(const Question& question, const jobs::ChildLimits& limits);

// The choices of the page as JSON: commands, models, properties, engines, examples.
std::string catalogue();

}  // namespace fencepost::serve
