#include "memory/order_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "memory/model.h"

namespace fencepost::memory {
namespace {

using AccessKind = OrderTable::AccessKind;
using Tags = std::vector<std::string>;

TEST(OrderTable, RowsSayWhatAnAccessIs) {
  OrderTable table("t", "load * : nothing\nload acquire seq_cst : before SYNC, read A B, after ISYNC ctrl # why\n");
  const Mapped* acquire = table.row(AccessKind::load, "acquire");
  ASSERT_NE(acquire, nullptr);
  EXPECT_EQ(acquire->before, Tags{"SYNC"});
  EXPECT_EQ(acquire->read, (Tags{"A", "B"}));
  EXPECT_EQ(acquire->after, Tags{"ISYNC"});
  EXPECT_TRUE(acquire->control_dependency);
  EXPECT_TRUE(table.row(AccessKind::load, "relaxed")->read.empty());
  EXPECT_EQ(table.row(AccessKind::load, "full"), nullptr) << "`*` is C's orders alone";
  EXPECT_EQ(table.row(AccessKind::store, "relaxed"), nullptr);
  EXPECT_EQ(table.tags(), (std::set<std::string>{"A", "B", "ISYNC", "SYNC"}));
}

TEST(OrderTable, WhatCCanSayNeedsNoRow) {
  OrderTable table("t", "load * : nothing\nupdate * : read X, write X\nupdate acquire : read A X, write X\n");
  EXPECT_EQ(table.row(AccessKind::update, "lock")->read, (Tags{"A", "X"}));
  EXPECT_EQ(table.row(AccessKind::update, "noreturn")->read, Tags{"X"});
  EXPECT_NE(table.row(AccessKind::failed, "acquire"), nullptr) << "the load of its order";
  OrderTable kernel("t", "kernel\nload * : nothing\nupdate acquire : read A\n");
  EXPECT_EQ(kernel.row(AccessKind::update, "lock"), nullptr) << "a kernel's table says what its locks are";
}

TEST(OrderTable, AnErrorNamesItsLine) {
  auto line_of = [](const std::string& text) {
    try {
      OrderTable("t", text);
    } catch (const InputError& error) {
      return error.diagnostics().front().pos.line;
    }
    return 0u;
  };
  EXPECT_EQ(line_of("load * : nothing\nlad * : nothing\n"), 2u);
  EXPECT_EQ(line_of("load strongest : nothing\n"), 1u);
  EXPECT_EQ(line_of("\n\nload acquire read A\n"), 3u) << "no colon";
  EXPECT_EQ(line_of("load acquire : reed A\n"), 1u);
  EXPECT_EQ(line_of("load acquire : read\n"), 1u);
  EXPECT_EQ(line_of("load acquire : read A, , after B\n"), 1u);
  EXPECT_EQ(line_of("fence full : as seq_cst\n"), 1u) << "no such row yet";
  EXPECT_EQ(line_of("load acquire : read W\n"), 1u) << "a read is no write";
  EXPECT_EQ(line_of("load acquire : read rf\n"), 1u);
  EXPECT_EQ(line_of("store * : nothing\nload acquire : fence SYNC\n"), 2u) << "a load is no fence";
  EXPECT_EQ(line_of("load acquire : write L\n"), 1u);
  EXPECT_EQ(line_of("store release : read A\n"), 1u);
  EXPECT_EQ(line_of("failed relaxed : read X, write X\n"), 1u) << "what has failed writes nothing";
  EXPECT_EQ(line_of("fence seq_cst : before SYNC\n"), 1u) << "a fence has none around it";
  EXPECT_EQ(line_of("store seq_cst : after ISYNC ctrl\n"), 1u) << "there is no read to depend on";
  EXPECT_EQ(line_of("load acquire : read A, read Q\n"), 1u) << "said twice";
  EXPECT_EQ(line_of(": nothing\n"), 1u);
  EXPECT_EQ(line_of("names\n"), 1u);
}

// The table with the most names that the model rests on; those of languages first.
TEST(OrderTable, AModelWithoutATableGetsTheOneThatFits) {
  auto fence_of = [](const char* axiom) {
    auto model = parse_model("mine", std::string("\"mine\"\n") + axiom);
    return model->orders->row(AccessKind::fence, "seq_cst")->fence;
  };
  EXPECT_EQ(fence_of("acyclic po ; [DMB.ISH] ; po | rf | co | fr"), Tags{"DMB.ISH"});
  EXPECT_EQ(fence_of("acyclic po ; [SYNC | LWSYNC] ; po | rf | co | fr"), Tags{"SYNC"});
  EXPECT_EQ(fence_of("acyclic [RLX] ; po | po ; [DMB.ISH] | rf | co | fr"), Tags{"SC"});
  EXPECT_EQ(fence_of("acyclic po | rf | co | fr"), Tags{});
  auto pso = parse_model("mine", "\"mine\"\nacyclic po ; [MFENCE | SFENCE] ; po | rf | co | fr");
  EXPECT_EQ(pso->orders->row(AccessKind::store, "release")->before, Tags{"SFENCE"});
}

TEST(OrderTable, ALinkThatLeadsOutOfTheRootIsAnError) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("fencepost_orders_" + std::to_string(getpid()));
  fs::create_directories(folder / "root");
  std::ofstream(folder / "root/m.cat") << "\"m\"\nacyclic po | rf | co | fr\n";
  std::ofstream(folder / "outside.orders") << "load * : read A\n";
  InputFiles inputs((folder / "root").string());
  const std::string model = (folder / "root/m.cat").string();
  EXPECT_EQ(load_model(model, {}, {}, inputs)->orders->row(AccessKind::load, "acquire")->read, Tags{})
      << "no table beside it";
  fs::create_symlink(folder / "outside.orders", folder / "root/m.orders");
  EXPECT_THROW(load_model(model, {}, {}, inputs), InputError);
  fs::remove(folder / "root/m.orders");
  fs::copy_file(folder / "outside.orders", folder / "root/m.orders");
  EXPECT_EQ(load_model(model, {}, {}, inputs)->orders->row(AccessKind::load, "acquire")->read, Tags{"A"});
  fs::remove_all(folder);
}

}  // namespace
}  // namespace fencepost::memory
