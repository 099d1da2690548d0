#include "serve/answer.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "driver/failure.h"
#include "result/verdict.h"
#include "serve/guard.h"
#include "serve/refusal.h"

namespace fencepost::serve {

namespace {

using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;

constexpr milliseconds kMoment(200);
constexpr size_t kMostPage = size_t{64} << 20;

std::string event(std::string_view name, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// As the table of exit codes has it.
Json outcome(int code) {
  using result::Verdict;
  for (Verdict verdict : {Verdict::safe, Verdict::unsafe, Verdict::unknown, Verdict::safe_to_bound})
    if (result::exit_code(verdict) == code) return result::name(verdict);
  return {};
}

const char* trouble(int code) {
  switch (code) {
    case driver::kExitUsage:
    case driver::kExitBadInput:
    case driver::kExitMissingFile:
      return "The input cannot be read.";
    case driver::kExitBug:
      return "This is a bug of Fencepost. Please report it with the program.";
    case driver::kExitInterrupted:
      return "Stopped before there was an answer.";
    default:
      return code >= 128 ? "The job had to be ended: it kept to none of its limits." : "";
  }
}

}  // namespace

bool Workshop::stop(const std::string& id) {
  std::scoped_lock lock(mutex);
  auto found = stops.find(id);
  if (found == stops.end()) return false;
  *found->second = true;
  return true;
}

Answer::Answer(Workshop& workshop, Question question)
    : workshop_(workshop),
      question_(std::move(question)),
      id_(random_token()),
      stop_(std::make_shared<std::atomic<bool>>(false)),
      place_(workshop.line.join()) {
  if (workshop.is_closing) throw Refusal(503, "the server is being stopped");
  if (!place_)
    throw Refusal(
        429, "too many jobs wait already: try again when some are done, or start the server with a larger --waiting");
  std::scoped_lock lock(workshop.mutex);
  workshop.stops[id_] = stop_;
}

Answer::~Answer() {
  child_.reset();  // before its folder goes
  folder_.reset();
  end();
}

// Nothing is left to be stopped.
void Answer::end() {
  is_over_ = true;
  std::scoped_lock lock(workshop_.mutex);
  workshop_.stops.erase(id_);
}

std::string Answer::failure(const std::string& message) {
  end();
  return event("failed", {{"message", message}});
}

std::string Answer::start() {
  try {
    folder_ = std::make_unique<jobs::Folder>(workshop_.scratch);
    folder_->write(std::string(input_name(question_)), question_.text);
    child_ = std::make_unique<jobs::Child>(arguments(question_, workshop_.limits), folder_->path().string(),
                                           workshop_.limits);
  } catch (const std::system_error& error) {
    return failure(fmt::format("The job could not be started: {}", error.what()));
  }
  return progress();
}

std::string Answer::progress() {
  return event("progress",
               {{"seconds", child_->seconds()}, {"megabytes", child_->megabytes()}, {"words", child_->progress()}});
}

std::string Answer::result() {
  end();
  const int code = child_->exit_code();
  Json out;
  out["verdict"] = question_.command == "litmus" ? Json() : outcome(code);
  out["exit_code"] = code;
  out["stopped"] = is_stopped_;
  out["trouble"] = out["verdict"].is_null() ? trouble(code) : "";
  out["text"] = child_->output();
  out["messages"] = child_->messages();
  const std::string page = folder_->read(kPageFile, kMostPage + 1);
  out["page"] = page.empty() || page.size() > kMostPage ? Json() : Json(page);
  out["seconds"] = child_->seconds();
  return event("result", out);
}

std::string Answer::next() {
  if (is_over_) return "";
  if (workshop_.is_closing) return failure("The server is being stopped.");
  if (!is_told_) {
    is_told_ = true;
    return event("started", {{"id", id_}, {"limit", workshop_.limits.seconds}});
  }
  if (!child_) {
    if (*stop_) return failure("Stopped before its turn came.");
    return place_->wait(kMoment) ? start() : event("waiting", {{"before", place_->before()}});
  }
  if (*stop_ && !is_stopped_) {
    is_stopped_ = true;
    child_->interrupt();
  }
  return child_->wait(kMoment) ? result() : progress();
}

}  // namespace fencepost::serve
