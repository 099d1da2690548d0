#include "serve/serve.h"

#include <fmt/format.h>
#include <httplib.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "driver/failure.h"
#include "driver/output.h"
#include "serve/answer.h"
#include "serve/embedded.h"
#include "serve/guard.h"
#include "serve/refusal.h"

namespace fencepost::serve {

namespace {

using httplib::Request;
using httplib::Response;
using Handled = httplib::Server::HandlerResponse;

// Scripts and styles of our own alone; what a report's page does is shut in its frame, which has an origin of its own and no network.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src "
    "'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr const char* kFramePolicy =
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const char* type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "text/plain; charset=utf-8";
}

// One request a connection: nothing that was sent with one is taken for another.
class Listener : public httplib::Server {
 public:
  Listener(size_t threads) {
    set_keep_alive_max_count(1);
    new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
    // The library would let another process listen on the same port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_tcp_nodelay(true);
  }
  // More connections may come at once than the library expects.
  void widen() { ::listen(svr_sock_, 256); }
};

void refuse(Response& response, const Refusal& refusal) {
  response.status = refusal.status();
  response.set_content(nlohmann::json{{"error", refusal.what()}}.dump() + "\n", "application/json");
}

class Site {
 public:
  Site(Listener& listener, Workshop& workshop, Guard guard, unsigned kilobytes)
      : workshop_(workshop), guard_(std::move(guard)), catalogue_(catalogue()) {
    listener.set_default_headers({{"Cache-Control", "no-store"},
                                  {"X-Content-Type-Options", "nosniff"},
                                  {"Referrer-Policy", "no-referrer"},
                                  {"Cross-Origin-Opener-Policy", "same-origin"},
                                  {"Cross-Origin-Resource-Policy", "same-origin"}});
    listener.set_pre_routing_handler([this](const Request& request, Response& response) {
      // The library would cut even refusals into ranges, and put as many copies of a file together as are asked for.
      const_cast<Request&>(request).ranges.clear();
      return guarded(response, [&] { return receive(request, response); });
    });
    listener.Post(".*", [this](const Request& request, Response& response) {
      guarded(response, [&] {
        post(request, response);
        return Handled::Handled;
      });
    });
    // What the library itself refuses.
    listener.set_error_handler([kilobytes](const Request&, Response& response) {
      if (!response.body.empty()) return;
      const bool is_large = response.status == 413;
      refuse(response,
             Refusal(response.status, is_large ? fmt::format("the request is larger than {} KB, which is what --size "
                                                             "of the server allows",
                                                             kilobytes)
                                               : "the request is not understood"));
    });
  }

 private:
  static Handled guarded(Response& response, const std::function<Handled()>& work) {
    try {
      return work();
    } catch (const Refusal& refusal) {
      refuse(response, refusal);
    } catch (const std::exception& error) {
      refuse(response, Refusal(500, fmt::format("internal error: {}", error.what())));
    }
    return Handled::Handled;
  }

  std::string admit(const Request& request) const {
    auto header = [&](const char* name) { return request.get_header_value(name); };
    for (const char* name :
         {"Host", "Origin", "Content-Length", "Content-Type", "Transfer-Encoding", "Content-Encoding"})
      if (request.get_header_value_count(name) > 1)
        throw Refusal(400, fmt::format("the header {} is there twice", name));
    return std::string(
        guard_.admit({request.method, request.path, header("Host"), header("Origin"), header("Content-Length"),
                      header("Transfer-Encoding"), header("Content-Encoding"), header("Content-Type")}));
  }

  // Before the body is read; GET has none and is answered here.
  Handled receive(const Request& request, Response& response) const {
    const std::string path = admit(request);
    if (request.method == "POST") return Handled::Unhandled;
    response.status = 200;
    const bool is_frame = path == "page/frame.html";
    response.set_header("Content-Security-Policy", is_frame ? kFramePolicy : kPolicy);
    if (path == "catalogue.json") {
      response.set_content(catalogue_, "application/json");
    } else if (const EmbeddedFile* file = file_of(path.empty() ? "page/index.html" : path)) {
      response.set_content(file->text.data(), file->text.size(), type_of(file->name));
    } else {
      throw Refusal(404, "there is nothing at this address");
    }
    return Handled::Handled;
  }

  static const EmbeddedFile* file_of(std::string_view path) {
    auto find = [&](std::string_view folder, std::span<const EmbeddedFile> files) -> const EmbeddedFile* {
      if (!path.starts_with(folder)) return nullptr;
      for (const EmbeddedFile& file : files)
        if (file.name == path.substr(folder.size())) return &file;
      return nullptr;
    };
    const EmbeddedFile* of_page = find("page/", embedded_page());
    return of_page != nullptr ? of_page : find("editor/", embedded_editor());
  }

  void post(const Request& request, Response& response) const {
    const std::string path = admit(request);
    response.status = 200;
    if (path == "stop") {
      const auto json = nlohmann::json::parse(request.body, nullptr, false);
      const bool has_id = json.is_object() && json.contains("id") && json["id"].is_string();
      if (!has_id || !workshop_.stop(json["id"])) throw Refusal(404, "there is no such job; perhaps it has ended");
      response.set_content("{}\n", "application/json");
      return;
    }
    if (path != "ask") throw Refusal(404, "there is nothing at this address");
    auto answer = std::make_shared<Answer>(workshop_, question_of(request.body));
    response.set_chunked_content_provider("text/event-stream", [answer](size_t, httplib::DataSink& sink) {
      const std::string text = answer->next();
      if (!sink.is_writable() || !sink.write(text.data(), text.size())) return false;
      if (answer->is_over()) sink.done();
      return true;
    });
  }

  Workshop& workshop_;
  Guard guard_;
  std::string catalogue_;
};

// A file that leads to the address: on a command line everybody on the machine could read the token.
void open_browser(const jobs::Scratch& scratch, const std::string& address) {
  const std::string file = (scratch.path() / "open.html").string();
  driver::write_output(file,
                       fmt::format("<!doctype html><meta http-equiv=\"refresh\" content=\"0; url={}\">\n", address));
  chmod(file.c_str(), 0600);
  std::string program = "xdg-open", name = file;
  std::array<char*, 3> words = {program.data(), name.data(), nullptr};
  pid_t process = 0;
  posix_spawnp(&process, "xdg-open", nullptr, nullptr, words.data(), environ);
}

// Blocked in all threads, fetched by this one.
sigset_t ends() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

int serve_run(const driver::Options& options, std::ostream& err) {
  const sigset_t signals = ends();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  Workshop workshop(options.working, options.waiting);
  workshop.limits = {options.job_timeout, options.job_memory};

  Listener listener(options.working + options.waiting + 16);
  const int port =
      options.port == 0
          ? listener.bind_to_any_port(options.host)
          : (listener.bind_to_port(options.host, static_cast<int>(options.port)) ? static_cast<int>(options.port) : -1);
  if (port < 0)
    throw driver::UsageError(
        fmt::format("nothing can listen on port {} of {}: is another program there? Without --port one "
                    "that is free is taken",
                    options.port, options.host));
  listener.widen();
  listener.set_payload_max_length(size_t{options.size} << 10);
  const std::string token = random_token();
  const Site site(listener, workshop, Guard(token, port), options.size);
  std::thread([&] { listener.listen_after_bind(); }).detach();

  const std::string host = options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
  const std::string address = fmt::format("http://{}:{}/{}/", host, port, token);
  driver::write_output("", fmt::format("Fencepost is at {}\n", address));
  err << "Only this machine reaches it, and only with all of this address. Ctrl-C ends it.\n" << std::flush;
  if (options.open) open_browser(workshop.scratch, address);

  int signal = 0;
  sigwait(&signals, &signal);
  workshop.is_closing = true;
  for (int i = 0; i < 60 && workshop.line.working() > 0; ++i) usleep(10000);
  workshop.scratch.remove();
  // Connections that say nothing may keep their threads for seconds; jobs die with theirs.
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace fencepost::serve
