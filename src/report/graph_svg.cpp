#include "report/graph_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/layout.h"

namespace fencepost::report {

namespace {

constexpr double kLeastColumn = 220, kRow = 70, kMargin = 20, kTop = 90, kHalfHeight = 13;
constexpr double kCharacter = 7.5;

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

struct Point {
  double x = 0, y = 0;
};

}  // namespace

std::string to_svg(const GraphDrawing& d) {
  std::vector<Point> at(d.events.size());
  size_t widest = 0;
  for (const memory::Event& e : d.events) widest = std::max(widest, report::width(e.label));
  const double column = std::max(kLeastColumn, kCharacter * static_cast<double>(widest) + kMargin);
  const double left = column / 2 + kMargin;
  std::map<int, int> rows;
  int initial = 0, columns = 1, deepest = 1;
  for (const memory::Event& e : d.events) columns = std::max(columns, e.thread + 1);
  const bool has_initial = std::any_of(d.events.begin(), d.events.end(),
                                       [](const memory::Event& e) { return e.thread == memory::kInitThread; });
  const double shift = has_initial ? 60 : 0;
  for (size_t i = 0; i < d.events.size(); ++i) {
    if (d.events[i].thread == memory::kInitThread) {
      at[i] = {left + column * initial++, kTop - 20};
      continue;
    }
    const int row = rows[d.events[i].thread]++;
    deepest = std::max(deepest, row + 1);
    at[i] = {left + column * d.events[i].thread, kTop + shift + kRow * row};
  }
  const double width = left + column * std::max(columns, initial) - 40, height = kTop + shift + kRow * deepest + 40;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" "
      "font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"16\" y=\"24\" "
      "font-weight=\"bold\">{}</text>\n<text x=\"16\" y=\"42\" "
      "font-size=\"12\" fill=\"#555555\">{}</text>\n",
      width, height, width, height, escaped(d.title), escaped(d.caption));
  for (int t = 0; t < columns; ++t)
    out += fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\" font-size=\"12\" fill=\"#777777\">Thread {}</text>\n",
        left + column * t, kTop + shift - 28, t);
  int bend = 0;
  for (const DrawnEdge& e : d.edges) {
    Point a = at[e.from], b = at[e.to];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const bool same_column = std::abs(dx) < 1;
    // Straight down for program order; everything else bows out so that parallel edges stay apart.
    const double bow = same_column ? (e.label == "po" ? 0 : 46 + 14 * (bend % 3)) : 18 + 9 * (bend % 3);
    ++bend;
    const double length = std::max(1.0, std::hypot(dx, dy));
    const Point control = {(a.x + b.x) / 2 + bow * dy / length, (a.y + b.y) / 2 - bow * dx / length};
    const auto trim = [&](Point p, Point towards) {
      const double ux = towards.x - p.x, uy = towards.y - p.y, l = std::max(1.0, std::hypot(ux, uy));
      const double reach = std::abs(uy) / l > 0.5 ? kHalfHeight + 3 : 52;
      return Point{p.x + ux / l * reach, p.y + uy / l * reach};
    };
    const Point from = trim(a, control), to = trim(b, control);
    const std::string_view colour = edge_colour(e.label);
    out += fmt::format(
        "<path d=\"M {:.1f} {:.1f} Q {:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        from.x, from.y, control.x, control.y, to.x, to.y, colour, e.bold ? "3.5" : "1.5");
    const double ux = to.x - control.x, uy = to.y - control.y, l = std::max(1.0, std::hypot(ux, uy));
    const double px = ux / l, py = uy / l;
    out += fmt::format("<path d=\"M {:.1f} {:.1f} L {:.1f} {:.1f} L {:.1f} {:.1f} Z\" fill=\"{}\"/>\n", to.x, to.y,
                       to.x - 9 * px + 4 * py, to.y - 9 * py - 4 * px, to.x - 9 * px - 4 * py, to.y - 9 * py + 4 * px,
                       colour);
    const Point middle = {(from.x + 2 * control.x + to.x) / 4, (from.y + 2 * control.y + to.y) / 4};
    out += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"{}\" stroke=\"white\" stroke-width=\"3\" "
        "paint-order=\"stroke\"{}>{}</text>\n",
        middle.x + 4, middle.y + 4, colour, e.bold ? " font-weight=\"bold\"" : "", escaped(e.label));
  }
  for (size_t i = 0; i < d.events.size(); ++i)
    out += fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\" stroke=\"white\" stroke-width=\"4\" "
        "paint-order=\"stroke\">{}</text>\n",
        at[i].x, at[i].y + 5, escaped(d.events[i].label));
  return out + "</svg>\n";
}

}  // namespace fencepost::report
