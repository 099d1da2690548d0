// By expat, which keeps no tree, knows lines and stops at entities that grow.
#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <memory>

#include "base/diagnostic.h"
#include "driver/witness/witness_file.h"

namespace fencepost::driver {

namespace {

using result::Waypoint;
using Kind = Waypoint::Kind;

constexpr const char* kForm = "docs/formats.md tells what a witness looks like";

struct Edge {
  std::string from, to;
  std::map<std::string, std::string> data;
  SourcePos at;
};

struct Graph {
  std::map<std::string, std::map<std::string, std::string>> nodes;
  std::vector<Edge> edges;
  std::map<std::string, std::string> data;
  std::map<std::string, SourcePos> told_at;  // of the graph's data
};

class Parser {
 public:
  explicit Parser(const std::string& path) : path_(path), parser_(XML_ParserCreate(nullptr), XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const char* name, const char** attributes) {
          static_cast<Parser*>(self)->begin(name, attributes);
        },
        [](void* self, const char* name) { static_cast<Parser*>(self)->end(name); });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const char* text, int length) {
      auto* of = static_cast<Parser*>(self);
      if (of->text_.size() < kLongest) of->text_.append(text, static_cast<size_t>(length));
    });
    XML_SetEntityDeclHandler(parser_.get(),
                             [](void* self, const char*, int, const char*, int, const char*, const char*, const char*,
                                const char*) { static_cast<Parser*>(self)->stop("a witness declares no entities"); });
  }

  Graph parse(const std::string& text) {
    constexpr size_t kMost = 1U << 30;
    if (text.size() > kMost) throw InputError(source_pos(path_, 1, 1), "a file that is too large", "");
    const auto status = XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), 1);
    if (!problem_.empty()) throw InputError(problem_at_, problem_, kForm);
    if (status != XML_STATUS_OK)
      throw InputError(here(), fmt::format("not XML: {}", XML_ErrorString(XML_GetErrorCode(parser_.get()))), kForm);
    return std::move(graph_);
  }

 private:
  static constexpr size_t kLongest = 100'000, kDeepest = 100;

  SourcePos here() const {
    return source_pos(path_, static_cast<uint32_t>(XML_GetCurrentLineNumber(parser_.get())),
                      static_cast<uint32_t>(XML_GetCurrentColumnNumber(parser_.get()) + 1));
  }
  void stop(const std::string& problem) {
    if (!problem_.empty()) return;
    problem_ = problem;
    problem_at_ = here();
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  static std::string attribute(const char** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2)
      if (name == *attributes) return attributes[1];
    return {};
  }

  void begin(std::string_view name, const char** attributes) {
    if (++depth_ > kDeepest) return stop("elements that nest too deeply");
    text_.clear();
    if (name == "node") {
      node_ = attribute(attributes, "id");
      graph_.nodes[node_];
      target_ = &graph_.nodes[node_];
    } else if (name == "edge") {
      if (graph_.edges.size() > kMostWaypoints) return stop(fmt::format("more than {} edges", kMostWaypoints));
      graph_.edges.push_back({attribute(attributes, "source"), attribute(attributes, "target"), {}, here()});
      target_ = &graph_.edges.back().data;
    } else if (name == "graph") {
      target_ = &graph_.data;
    } else if (name == "data") {
      key_ = attribute(attributes, "key");
      if (target_ == &graph_.data) graph_.told_at[key_] = here();
    }
  }

  void end(std::string_view name) {
    --depth_;
    if (name == "data" && target_ != nullptr) (*target_)[key_] = text_;
    if (name == "node" || name == "edge") target_ = &graph_.data;
  }

  const std::string& path_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  Graph graph_;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::string>* target_ = nullptr;
  std::string node_, key_, text_, problem_;
  SourcePos problem_at_;
  size_t depth_ = 0;
};

class Reader {
 public:
  Reader(const std::string& path, const Graph& graph, const std::vector<std::string>& files, ProgramText& program)
      : path_(path), graph_(graph), files_(files), program_(program) {}

  result::Witness read() {
    const SourcePos top = source_pos(path_, 1, 1);
    auto type = graph_.data.find("witness-type");
    if (type == graph_.data.end()) throw InputError(top, "there is no graph with a witness-type", kForm);
    if (type->second != "violation_witness")
      throw InputError(top, fmt::format("the witness-type is '{}'", type->second.substr(0, 40)),
                       "witnesses of violations are validated");
    if (files_.size() == 1)
      file_ = files_.front();
    else if (auto file = graph_.data.find("programfile"); file != graph_.data.end())
      file_ = program_.named(file->second, top);
    else
      throw InputError(top, "there is no programfile, and the program has several files", kForm);
    if (auto hash = graph_.data.find("programhash"); hash != graph_.data.end())
      program_.require_same(file_, hash->second, graph_.told_at.at("programhash"));
    witness_.specification = told("specification");
    witness_.data_model = told("architecture");
    auto producer = graph_.data.find("producer");
    is_ours_ = producer != graph_.data.end() && producer->second.starts_with("Fencepost");
    const std::vector<const Edge*> way = shortest();
    if (way.empty()) throw InputError(top, "no way leads from an entry node to a violation node", kForm);
    for (const Edge* edge : way) add(*edge, edge == way.back());
    if (is_ours_) join_racing();
    require_whole(witness_, top);
    return std::move(witness_);
  }

 private:
  static bool is_true(const std::map<std::string, std::string>& data, const char* key) {
    auto found = data.find(key);
    return found != data.end() && found->second == "true";
  }
  const std::string* value(const Edge& edge, const char* key) const {
    auto found = edge.data.find(key);
    return found == edge.data.end() || found->second.empty() ? nullptr : &found->second;
  }

  result::Witness::Told told(const char* key) const {
    auto found = graph_.data.find(key);
    return found == graph_.data.end() ? result::Witness::Told{}
                                      : result::Witness::Told{found->second, graph_.told_at.at(key)};
  }

  // From an entry node to a violation node.
  std::vector<const Edge*> shortest() {
    std::map<std::string, std::vector<const Edge*>> out;
    for (const Edge& edge : graph_.edges) {
      if (!graph_.nodes.contains(edge.from) || !graph_.nodes.contains(edge.to))
        throw InputError(edge.at, "an edge of a node that is none", kForm);
      out[edge.from].push_back(&edge);
    }
    std::map<std::string, const Edge*> reached;
    std::deque<std::string> queue;
    for (const auto& [name, data] : graph_.nodes)
      if (is_true(data, "entry")) {
        reached[name] = nullptr;
        queue.push_back(name);
      }
    while (!queue.empty()) {
      const std::string node = queue.front();
      queue.pop_front();
      if (is_true(graph_.nodes.at(node), "violation")) {
        std::vector<const Edge*> way;
        for (const Edge* edge = reached.at(node); edge != nullptr; edge = reached.at(edge->from)) way.push_back(edge);
        std::ranges::reverse(way);
        witness_.has_others = way.size() != graph_.edges.size();
        return way;
      }
      for (const Edge* edge : out[node])
        if (reached.emplace(edge->to, edge).second) queue.push_back(edge->to);
    }
    return {};
  }

  uint32_t line_of(const Edge& edge, const std::string& text) const {
    uint32_t line = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    if (error != std::errc() || end != text.data() + text.size() || line == 0)
      throw InputError(edge.at, fmt::format("startline is '{}'", text.substr(0, 40)), kForm);
    return line;
  }

  // What others' offsets are those of, an expression or a statement, is theirs to know; ours are positions of YAML. 0: not known.
  uint32_t column_of(const Edge& edge, const std::string& file, uint32_t line) const {
    const std::string& program = program_.of(file);
    size_t begin = 0;
    for (uint32_t at = 1; at < line; ++at) begin = program.find('\n', begin) + 1;
    const std::string* text = value(edge, "startoffset");
    if (!is_ours_ || text == nullptr) return 0;
    size_t offset = 0;
    auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), offset);
    if (error != std::errc() || offset < begin || offset > std::min(program.find('\n', begin), program.size()))
      throw InputError(edge.at, fmt::format("startoffset is '{}', which is not in line {}", text->substr(0, 40), line),
                       kForm);
    return static_cast<uint32_t>(offset - begin + 1);
  }

  SourcePos place_of(const Edge& edge, const std::string& startline) const {
    const std::string* origin = value(edge, "originfile");
    const std::string file = origin != nullptr ? program_.named(*origin, edge.at) : file_;
    const uint32_t line = line_of(edge, startline);
    if (!program_.has_code(file, line))
      throw InputError(edge.at, fmt::format("startline is {}, and no code of {} is there", line, file),
                       "give the program for which the witness was made");
    return source_pos(file, line, column_of(edge, file, line));
  }

  uint32_t thread_of(const Edge& edge) {
    const std::string* id = value(edge, "threadId");
    if (id == nullptr) return 0;
    if (threads_.empty()) threads_[*id] = 0;  // who is first
    auto found = threads_.find(*id);
    if (found == threads_.end())
      throw InputError(edge.at, fmt::format("thread {} is made by no edge before", id->substr(0, 40)),
                       "createThread names the thread that a step makes");
    return found->second;
  }

  // Others tell of the first thread that it is made, too.
  bool begins_first(const Edge& edge, const std::string* line) const {
    const std::string *made = value(edge, "createThread"), *id = value(edge, "threadId");
    if (made == nullptr || (id != nullptr && *id != *made)) return false;
    return threads_.empty() && (line == nullptr || value(edge, "enterFunction") != nullptr);
  }

  void add(const Edge& edge, bool is_last) {
    const std::string* line = value(edge, "startline");
    if (!is_last && begins_first(edge, line)) {
      threads_[*value(edge, "createThread")] = 0;
      return;
    }
    Waypoint point;
    point.thread = thread_of(edge);
    point.told_at = edge.at;
    const std::string* made = value(edge, "createThread");
    if (made != nullptr) {
      if (threads_.contains(*made))
        throw InputError(edge.at, fmt::format("thread {} is made a second time", made->substr(0, 40)),
                         "each thread has a number of its own");
      if (threads_.empty()) threads_[""] = 0;  // who makes it, and is not named
      threads_[*made] = ++witness_.threads;
    }
    if (line == nullptr) {
      if (is_last) throw InputError(edge.at, "the edge that violates the property has no startline", kForm);
      if (made != nullptr || value(edge, "assumption") != nullptr || value(edge, "control") != nullptr)
        throw InputError(edge.at, "an edge that says something has no startline", kForm);
      return;
    }
    point.pos = place_of(edge, *line);
    auto push = [&](Waypoint one) { witness_.segments.push_back({{}, {std::move(one)}}); };
    bool says = false;
    if (const std::string* control = value(edge, "control")) {
      Waypoint one = point;
      one.kind = Kind::branching;
      if (*control != "condition-true" && *control != "condition-false")
        throw InputError(edge.at, fmt::format("control is '{}'", control->substr(0, 40)), kForm);
      one.value = *control == "condition-true" ? "true" : "false";
      push(std::move(one));
      says = true;
    }
    if (made != nullptr) {
      Waypoint one = point;
      one.kind = Kind::function_enter;
      one.creates = true;
      push(std::move(one));
      says = true;
    }
    if (const std::string* text = value(edge, "assumption")) {
      Waypoint one = point;
      one.value = conjunction(*text);
      std::string plain = one.value;
      const bool is_of_result = one.value.find("\\result") != std::string::npos;
      for (size_t found = 0; (found = plain.find("\\result", found)) != std::string::npos;)
        plain.replace(found, std::string_view("\\result").size(), "r");
      require_harmless(plain, edge.at);
      one.kind = is_of_result ? Kind::function_return : Kind::assumption;
      one.behind = !is_of_result;
      if (const std::string* function = value(edge, "assumption.resultfunction")) one.callee = *function;
      push(std::move(one));
      says = true;
    }
    if (is_last) {
      point.kind = Kind::target;
      push(std::move(point));
    } else if (!says &&
               value(edge, "enterFunction") == nullptr) {  // what is entered, others say at one end or the other
      const Waypoint* before = witness_.segments.empty() ? nullptr : &witness_.segments.back().follow.front();
      const bool is_same = before != nullptr && before->pos == point.pos && before->thread == point.thread;
      point.value = "1";
      if (!is_same) push(std::move(point));  // one statement may be several edges
    }
  }

  // The two last edges of ours are the two accesses that race, at the same time.
  void join_racing() {
    auto specification = graph_.data.find("specification");
    const size_t size = witness_.segments.size();
    if (specification == graph_.data.end() || specification->second.find("data-race") == std::string::npos || size < 2)
      return;
    const Waypoint& before = witness_.segments[size - 2].follow.front();
    std::vector<Waypoint>& last = witness_.segments.back().follow;
    if (before.kind != Kind::assumption || before.value != "1" || before.thread == last.front().thread) return;
    last.push_back(before);
    last.back().kind = Kind::target;
    last.back().value.clear();
    witness_.segments.erase(witness_.segments.end() - 2);
  }

  // `a == 1; b == 2;`; some write `a = 1;`.
  static std::string conjunction(const std::string& text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(';', at), text.size());
      const std::string part = with_equality(text.substr(at, end - at));
      if (part.find_first_not_of(" \t\r\n") != std::string::npos) out += (out.empty() ? "(" : " && (") + part + ")";
      at = end + 1;
    }
    return out;
  }

  static std::string with_equality(std::string part) {
    for (size_t i = 1; i + 1 < part.size(); ++i)
      if (part[i] == '=' && part[i + 1] != '=' &&
          std::string_view("=!<>+-*/%&|^").find(part[i - 1]) == std::string_view::npos)
        part.insert(i++, 1, '=');
    return part;
  }

  const std::string& path_;
  const Graph& graph_;
  const std::vector<std::string>& files_;
  ProgramText& program_;
  std::string file_;  // what edges are about that name no other
  bool is_ours_ = false;
  result::Witness witness_;
  std::map<std::string, uint32_t> threads_;
};

}  // namespace

result::Witness read_graphml_witness(const std::string& path, const std::string& text,
                                     const std::vector<std::string>& files, ProgramText& program) {
  const Graph graph = Parser(path).parse(text);
  return Reader(path, graph, files, program).read();
}

}  // namespace fencepost::driver
