// The executions that `explore` shows: each as a drawing (--draw), and some of each outcome in the page of --html, replayed and told step
// by step.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "driver/options.h"
#include "report/html.h"
#include "result/exploration.h"
#include "result/result.h"
#include "result/task.h"
#include "result/weak_run.h"

namespace fencepost::driver {

class Gallery {
 public:
  explicit Gallery(const Options& options);  // which outlives it

  // Empty if nobody wants to see any. Task and budget outlive the visitor.
  result::ExecutionVisitor visitor(const result::Task& task, Budget& budget);
  // What is left out.
  void tell(result::Result& result) const;
  void add_to(report::Page& page);

 private:
  struct Shown {
    std::string title, outcome;
    std::optional<result::ToldRun> told;
    std::optional<result::RunGraph> graph;  // where the run cannot be replayed
  };

  void draw(const result::Execution& execution);
  void show(const result::Execution& execution, const result::Task& task, Budget& budget);

  const Options& options_;
  std::vector<std::string> observed_;
  size_t seen_ = 0;
  std::map<std::string, size_t> by_outcome_;
  std::mutex lock_;  // a report may be written while executions still come
  std::vector<Shown> shown_;
};

}  // namespace fencepost::driver
