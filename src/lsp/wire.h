// Messages of the Language Server Protocol over standard input and output: a header with the length, then JSON. What cannot be read, is too
// long, or nests deeper than the protocol ever does (the JSON library copies and prints by recursion) is skipped up to where a header begins
// again, and told as null.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <string>

namespace fencepost::lsp {

using Json = nlohmann::json;

// Cuts a stream into messages.
class Reader {
 public:
  void add(std::string_view bytes);
  // The next message, if it is there as a whole; null if it cannot be read.
  bool next(Json& message);

 private:
  std::string rest_;
  size_t to_skip_ = 0;  // of a message that is too long
};

class Wire {
 public:
  // Waits for messages, at most so long. Those that are there; `is_closed()` after the last.
  std::deque<Json> receive(int milliseconds);
  bool is_closed() const { return is_closed_; }

  void notify(const char* method, Json parameters);
  // The answers to our own requests tell us nothing.
  void request(const char* method, Json parameters);
  void answer(const Json& id, Json result);
  void fail(const Json& id, int code, const std::string& message);

 private:
  void send(const Json& message);

  Reader reader_;
  bool is_closed_ = false;
  int requests_ = 0;
};

}  // namespace fencepost::lsp
