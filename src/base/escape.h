// Text for a terminal: control characters with which an input could move the cursor, ring the bell or hide lines
// become visible, and so do those that turn the direction of what follows. Line ends, tabs and our own colours (report/layout.cpp) stay: others could hide what comes behind them. Bytes that are
// no UTF-8 are left to the terminal.
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

namespace fencepost {

std::string escaped(std::string_view text);

// While it lives, everything that is written to the stream goes through escaped().
class EscapedStream {
 public:
  explicit EscapedStream(std::ostream& stream);
  ~EscapedStream() { stream_.rdbuf(below_); }
  EscapedStream(const EscapedStream&) = delete;
  EscapedStream& operator=(const EscapedStream&) = delete;

 private:
  class Buffer : public std::stringbuf {
   public:
    explicit Buffer(std::streambuf* below) : std::stringbuf(std::ios::out), below_(below) {}
    int sync() override;

   private:
    std::streambuf* below_;
  };

  std::ostream& stream_;
  std::streambuf* below_;
  Buffer buffer_;
};

}  // namespace fencepost
