// Text for a terminal: what the input could use to move the cursor, ring the bell or hide lines becomes visible. Line ends,
// tabs and colours pass; bytes that are no UTF-8 are left to the terminal.
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

namespace fencepost {

std::string escaped(std::string_view text);

// While it lives, what is written to a stream goes through escaped().
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
