#include "unroll/sharing.h"

#include <gtest/gtest.h>

namespace fencepost::unroll {
namespace {

constexpr uint32_t kObject = 7;

// The cells of the object as (at, width), after all that was noted.
std::vector<std::pair<uint64_t, uint64_t>> cells(Sharing& sharing) {
  sharing.settle();
  std::vector<std::pair<uint64_t, uint64_t>> found;
  for (const CellUse* cell : sharing.cells(kObject, 0, 1024)) found.emplace_back(cell->at, cell->width);
  return found;
}

using Cells = std::vector<std::pair<uint64_t, uint64_t>>;

TEST(SharingTest, ReadsDoNotCutWhatIsWrittenAtOnce) {
  Sharing sharing(true, false);
  sharing.written(kObject, 0, 32, true, 1, 0, {});
  sharing.read(kObject, 8, 8, 2);
  EXPECT_EQ(cells(sharing), (Cells{{0, 32}}));
  EXPECT_TRUE(sharing.cells(kObject, 8, 8)[0]->shared);
}

// Where loads pass each other, two loads of one thread tell parts apart, but not two that have bits in common.
TEST(SharingTest, ReadsOfTwoPartsCutWhatIsWrittenAtOnce) {
  auto read_by = [](bool loads_pass, uint32_t first, uint64_t width, uint32_t second) {
    Sharing sharing(true, loads_pass);
    sharing.written(kObject, 0, 64, true, 1, 0, {});
    sharing.read(kObject, 0, width, first);
    sharing.read(kObject, 32, 32, second);
    return cells(sharing);
  };
  EXPECT_EQ(read_by(true, 2, 32, 2), (Cells{{0, 32}, {32, 32}}));
  EXPECT_EQ(read_by(true, 2, 32, 3), (Cells{{0, 64}}));
  EXPECT_EQ(read_by(true, 2, 64, 2), (Cells{{0, 64}}));
  EXPECT_EQ(read_by(true, 2, 48, 2), (Cells{{0, 64}}));
  EXPECT_EQ(read_by(false, 2, 32, 2), (Cells{{0, 64}}));
}

TEST(SharingTest, WritesDo) {
  Sharing sharing(true, false);
  sharing.written(kObject, 0, 32, true, 1, 0, {});
  sharing.written(kObject, 8, 8, true, 2, 0, {});
  EXPECT_EQ(cells(sharing), (Cells{{0, 8}, {8, 8}, {16, 16}}));
}

TEST(SharingTest, ReadsCutWhatIsCopiedPieceByPiece) {
  Sharing sharing(true, false);
  sharing.written(kObject, 0, 64, false, 1, 0, {});
  sharing.read(kObject, 32, 32, 2);
  EXPECT_EQ(cells(sharing), (Cells{{0, 32}, {32, 32}}));
}

TEST(SharingTest, AScalarThatIsNotAlignedIsBytes) {
  Sharing sharing(true, false);
  sharing.written(kObject, 8, 16, false, 1, 0, {});
  sharing.read(kObject, 8, 16, 2);
  EXPECT_EQ(cells(sharing), (Cells{{8, 16}}));
  sharing.held(kObject, *sharing.cells(kObject, 8, 16)[0], {.values = {1}});
  EXPECT_EQ(cells(sharing), (Cells{{8, 8}, {16, 8}}));
}

TEST(SharingTest, APointerThatIsNotAlignedStaysWhole) {
  Sharing sharing(true, false);
  sharing.written(kObject, 8, 64, false, 1, 0, {});
  sharing.read(kObject, 8, 64, 2);
  sharing.settle();
  sharing.held(kObject, *sharing.cells(kObject, 8, 64)[0], {.pointer = true});
  EXPECT_EQ(cells(sharing), (Cells{{8, 64}}));
}

TEST(SharingTest, ACellIsAPointerAtOnce) {
  Sharing sharing(true, false);
  sharing.written(kObject, 0, 64, true, 1, 0, {});
  sharing.read(kObject, 0, 64, 2);
  sharing.settle();
  const CellUse* cell = sharing.cells(kObject, 0, 64)[0];
  EXPECT_FALSE(cell->pointer);
  sharing.holds_pointer(kObject, *cell);
  EXPECT_TRUE(cell->pointer);
  EXPECT_TRUE(sharing.settle());
  EXPECT_TRUE(sharing.cells(kObject, 0, 64)[0]->pointer);
}

}  // namespace
}  // namespace fencepost::unroll
