// The page of `--html FILE`: what a command found, as one HTML text that needs nothing else, no network and no other file. The data
// are JSON in a script element, in which no text of a program can end anything (html/data.h); html/page.js draws them, html/page.css
// says how they look, and both are plain files that cmake/embed.cmake puts into the program.
//
// To get a page of a result as a string, for a server or an editor:
//
//   report::to_html(result, info)                      of one verdict, with a player for each violation
//   report::Page page(result, info); page.add(run);    with more runs, such as a gallery of executions; then to_html({page})
//
// Violations are told step by step if check::Checker::tell_story was asked for that, which `verify --html` does. A child process
// `fencepost verify FILE --html PAGE` gives the same, with the exit code of the verdict; no page is written where there is no verdict.
//
// Rejected: HTML that is written here, a row a step. What is shown changes with every step, and a run of 1,000 events would be
// written out a thousand times.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "report/run_info.h"
#include "result/exploration.h"
#include "result/fence_choices.h"
#include "result/result.h"
#include "result/weak_run.h"

namespace fencepost::report {

// What stands above everything else.
struct PageHead {
  enum class Tone : uint8_t { good, bad, open };
  std::string verdict;  // "UNSAFE", "Sometimes"
  Tone tone = Tone::open;
  std::string title;                   // "lock.c"
  std::vector<std::string> facts;      // "model tso", in a word or two each
  std::vector<std::string> sentences;  // what the verdict says, and how it was reached
  std::vector<SourcePos> sources;      // of files that are shown whatever happens in them
};

// One execution. What is null is not shown; what it points to is read once, by Page::add.
struct PageRun {
  std::string title;     // "execution 3"
  std::string outcome;   // of a gallery: runs with the same are shown together
  std::string sentence;  // what it shows
  std::string cause;     // why it is possible, or is not
  bool is_failure = false;
  const std::vector<result::Step>* trace = nullptr;
  const result::RunGraph* graph = nullptr;
  const std::vector<result::Weakness::Edge>* cycle = nullptr;  // of the graph
  const result::Story* story = nullptr;                        // of the trace
};

class Page {
 public:
  explicit Page(const PageHead& head);
  Page(const result::Result& result, const RunInfo& info);
  ~Page();
  Page(Page&&) noexcept;
  Page& operator=(Page&&) noexcept;

  void add(const PageRun& run);
  // The numbers of executions with each outcome, and whether these are all.
  void add(const result::Exploration& exploration);
  void add(const result::WeakRun& run);
  // Where they stand, and for each the run of the program without it.
  void add(const result::Result& result, const result::FenceChoices& fences);

 private:
  friend std::string to_html(const std::vector<const Page*>& pages);
  struct Data;
  std::unique_ptr<Data> data_;
};

// With several pages, of the properties of a task or the tests of a list, one is chosen in the page.
std::string to_html(const std::vector<const Page*>& pages);
std::string to_html(const result::Result& result, const RunInfo& info);

}  // namespace fencepost::report
