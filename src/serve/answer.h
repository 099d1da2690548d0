// The answer to a question, as a stream of server-sent events while a job is at work on it: `started` (its id), `waiting` (how many are
// before it), `progress` (seconds, megabytes, the engine's last words), and at the end `result`. The job is as long as the stream: who
// goes away ends it, and nothing is kept of it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "jobs/line.h"
#include "jobs/scratch.h"
#include "serve/question.h"

namespace fencepost::serve {

// What all jobs share.
struct Workshop {
  Workshop(size_t working, size_t waiting) : line(working, waiting) {}

  jobs::Line line;
  jobs::Scratch scratch;
  jobs::ChildLimits limits;
  std::atomic<bool> is_closing = false;

  // Jobs that somebody wants to stop are asked for what they know. Is there such a job?
  bool stop(const std::string& id);

  std::mutex mutex;
  std::map<std::string, std::shared_ptr<std::atomic<bool>>> stops;
};

class Answer {
 public:
  // Throws Refusal if too many wait.
  Answer(Workshop& workshop, Question question);
  ~Answer();
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

  // The next events; none after the last. Waits a moment for something to tell.
  std::string next();
  bool is_over() const { return is_over_; }

 private:
  std::string start();
  std::string progress();
  std::string result();
  std::string failure(const std::string& message);
  void end();

  Workshop& workshop_;
  Question question_;
  std::string id_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::unique_ptr<jobs::Line::Place> place_;
  std::unique_ptr<jobs::Folder> folder_;
  std::unique_ptr<jobs::Child> child_;
  bool is_told_ = false, is_stopped_ = false, is_over_ = false;
};

}  // namespace fencepost::serve
