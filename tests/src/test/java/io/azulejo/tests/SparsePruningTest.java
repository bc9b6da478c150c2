package io.azulejo.tests;

import static io.azulejo.query.Condition.field;
import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.format.SparseArrayFiles;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.tests.TrackedArray.Answer;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Which bytes of the data files of a sparse array reads ask for, and which tiles they leave out.
 */
class SparsePruningTest {
  private static final int TILES = 1000;
  private static final int CAPACITY = 100;

  /** A tile without filters is one chunk: the number of chunks, its three lengths, its values. */
  private static final int TILE_BYTES = 8 + 12 + CAPACITY * 8;

  @AutoClose private final TrackedArray tracked = new TrackedArray();

  private SparseArrayFiles create(boolean duplicates, List<String> dimensions) {
    return SparseArrayFiles.create(
        tracked.storage(),
        TrackedArray.LOCATION,
        duplicates,
        CAPACITY,
        dimensions,
        List.of("v", "w"));
  }

  /** A thousand tiles: coordinates 0, 1, 2, ..., values ten times that, and the same negated. */
  private void createThousandTiles(boolean duplicates) {
    create(duplicates, List.of("x")).fragment(1, numbers(1), numbers(10), numbers(-1));
  }

  private static long[] numbers(long factor) {
    return LongStream.range(0, TILES * CAPACITY).map(i -> i * factor).toArray();
  }

  private static ReadRequest select(Condition condition, String... fields) {
    return ReadRequest.ALL.layout(Layout.UNORDERED).where(condition).select(fields);
  }

  private static String tile(String file, int tile) {
    return "%s.tdb[%d+%d]".formatted(file, tile * TILE_BYTES, TILE_BYTES);
  }

  @Test
  void aConditionThatNoCellCanMeetReadsNothingThoughFragmentsOverlap() {
    SparseArrayFiles array = create(false, List.of("x"));
    array.fragment(1, numbers(1), numbers(10), numbers(-1));
    array.fragment(2, numbers(1), numbers(20), numbers(-2));

    Answer answer =
        tracked.read(select(field("v").greaterThan(5).and(field("v").lessThan(5)), "x", "w"));

    assertThat(answer.rows()).isEmpty();
    assertThat(tracked.dataReads()).isEmpty();
    assertThat(answer.stats().tilesPruned()).isEqualTo(2 * TILES);
  }

  @Test
  void aConditionThatMatchesInOneTileOfAThousandReadsThatTileAlone() {
    createThousandTiles(false);

    Answer answer = tracked.read(select(field("v").equalTo(512_340), "x", "w"));

    assertThat(answer.rows()).containsExactly(List.of(51_234L, -51_234L));
    assertThat(tracked.dataReads())
        .containsExactly(tile("a0", 512), tile("a1", 512), tile("d0", 512));
    assertThat(answer.stats().tiles()).isEqualTo(TILES);
    assertThat(answer.stats().tilesPruned()).isEqualTo(TILES - 1);
    assertThat(answer.stats().tilesTested()).isEqualTo(1);
  }

  @Test
  void aTileWhoseCellsAllMatchIsNotTested() {
    createThousandTiles(false);

    Answer answer =
        tracked.read(
            select(
                field("v").greaterThanOrEqualTo(512_000).and(field("v").lessThan(513_000)), "w"));

    assertThat(answer.rows()).hasSize(CAPACITY);
    assertThat(tracked.dataReads()).containsExactly(tile("a1", 512));
    assertThat(answer.stats().tilesMatching()).isEqualTo(1);
    assertThat(answer.stats().tilesTested()).isZero();
  }

  @Test
  void otherFieldsAreReadOfTilesAloneThatHaveCellsLeft() {
    createThousandTiles(false);

    Answer answer = tracked.read(select(field("v").equalTo(512_341), "x", "w"));

    assertThat(answer.rows()).isEmpty();
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512));
  }

  @Test
  void aFieldThatIsAskedForAndTestedIsReadOnce() {
    createThousandTiles(false);

    Answer answer = tracked.read(select(field("v").equalTo(512_340), "v"));

    assertThat(answer.rows()).containsExactly(List.of(512_340L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512));
  }

  @Test
  void aConditionOnADimensionLeavesTilesOutByTheirBoxes() {
    createThousandTiles(false);

    Answer answer = tracked.read(select(field("x").equalTo(51_234), "w"));

    assertThat(answer.rows()).containsExactly(List.of(-51_234L));
    assertThat(tracked.dataReads()).containsExactly(tile("a1", 512), tile("d0", 512));
  }

  @Test
  void conditionsAndRangesLeaveTilesOutTogether() {
    createThousandTiles(false);

    Answer answer =
        tracked.read(
            select(field("v").lessThanOrEqualTo(512_340), "x")
                .subarray(Subarray.of("x", 51_234, 60_000)));

    assertThat(answer.rows()).containsExactly(List.of(51_234L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512), tile("d0", 512));
    assertThat(answer.stats().tilesOutside()).isEqualTo(TILES - 89);
    assertThat(answer.stats().tilesPruned()).isEqualTo(88);
  }

  @Test
  void aConditionThatNothingCanMeetReadsNoData() {
    createThousandTiles(false);

    assertThat(tracked.read(select(field("v").lessThan(0), "x")).rows()).isEmpty();
    assertThat(tracked.dataReads()).isEmpty();
  }

  @Test
  void aDeletionThatDeletesWholeTilesAndPartsOfOne() {
    SparseArrayFiles files = create(true, List.of("x"));
    files.fragment(1, numbers(1), numbers(10), numbers(-1));
    files.delete(2, SparseArrayFiles.comparison("v", Operator.GE, 999_500));

    Answer answer = tracked.read(ReadRequest.ALL.layout(Layout.UNORDERED).select("w"));

    assertThat(answer.rows()).hasSize(50).startsWith(List.of(-99_950L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 999), tile("a1", 999));
    assertThat(answer.stats().tilesPruned()).isEqualTo(TILES - 1);
  }

  @Test
  void tilesThatHideNothingAreLeftOutEvenIfOtherTilesOfTheirFragmentDo() {
    SparseArrayFiles files = create(false, List.of("x"));
    files.fragment(1, numbers(1), numbers(10), numbers(-1));
    files.fragment(2, new long[] {51_234}, new long[] {-7}, new long[] {8});

    Answer old = tracked.read(select(field("v").equalTo(312_340), "x", "w"));
    assertThat(old.rows()).containsExactly(List.of(31_234L, -31_234L));
    assertThat(tracked.dataReads())
        .as("the new cell may hide an old one, but not there")
        .containsExactlyInAnyOrder(
            tile("a0", 312), tile("a1", 312), tile("d0", 312), "d0.tdb[0+28]");

    Answer hidden = tracked.read(select(field("v").equalTo(512_340), "x", "w"));
    assertThat(hidden.rows()).isEmpty();
    assertThat(tracked.dataReads())
        .as("the old cell is hidden, the new one does not match")
        .containsExactlyInAnyOrder(tile("a0", 512), tile("d0", 512), "d0.tdb[0+28]");

    Answer found = tracked.read(select(field("v").equalTo(-7), "x", "w"));
    assertThat(found.rows()).containsExactly(List.of(51_234L, 8L));
    assertThat(tracked.dataReads()).containsExactlyInAnyOrder("a1.tdb[0+28]", "d0.tdb[0+28]");
  }

  @Test
  void cellsThatWereDeletedBeforeTheyWereWrittenAgainStay() {
    SparseArrayFiles files = create(false, List.of("x"));
    files.fragment(1, new long[] {1, 2}, new long[] {10, 10}, new long[] {0, 0});
    files.delete(2, SparseArrayFiles.comparison("v", Operator.NE, 10));
    files.fragment(3, new long[] {2, 3}, new long[] {10, 10}, new long[] {1, 1});

    assertThat(tracked.read(ReadRequest.ALL.select("x", "w")).rows())
        .containsExactly(List.of(2L, 1L), List.of(3L, 1L));
  }

  @Test
  void deletionsSpareNewerCellsOfFragmentsWithTimes() {
    SparseArrayFiles files = create(true, List.of("x"));
    files.fragment(
        1, 3, new long[] {1, 2, 3}, new long[] {1, 2, 3}, new long[] {7, 7, 7}, new long[3]);
    files.delete(2, SparseArrayFiles.comparison("v", Operator.NE, 7));

    assertThat(tracked.read(ReadRequest.ALL.select("x")).rows()).containsExactly(List.of(3L));
  }

  @Test
  void updatesAreTakenForDeletionsAsTheReferenceDoes() {
    SparseArrayFiles files = create(true, List.of("x"));
    files.fragment(1, new long[] {1, 2, 3}, new long[] {7, 8, 7}, new long[3]);
    files.update(2, SparseArrayFiles.comparison("v", Operator.NE, 7), "w", 5);

    assertThat(tracked.read(ReadRequest.ALL.select("x")).rows()).containsExactly(List.of(2L));
  }

  @Test
  void aDeletionOnAFieldThatTheSchemaLacksIsRefused() {
    SparseArrayFiles files = create(true, List.of("x"));
    files.fragment(1, new long[] {1}, new long[] {7}, new long[1]);
    files.delete(2, SparseArrayFiles.comparison("gone", Operator.NE, 7));

    refuses(CorruptDataException.class, () -> tracked.read(ReadRequest.ALL.select("x")));
  }

  @Test
  void aDeletedCellDoesNotBringBackTheOneThatItHid() {
    SparseArrayFiles files = create(false, List.of("x"));
    files.fragment(1, new long[] {1, 2}, new long[] {5, 5}, new long[] {0, 0});
    files.fragment(2, new long[] {1}, new long[] {9}, new long[] {0});
    files.delete(3, SparseArrayFiles.comparison("v", Operator.LT, 9));

    assertThat(tracked.read(ReadRequest.ALL.select("x")).rows()).containsExactly(List.of(2L));
    assertThat(tracked.read(ReadRequest.ALL.select("x").where(field("v").equalTo(5))).rows())
        .containsExactly(List.of(2L));
  }

  @Test
  void aFewCellsInAnyOrderTakeOneTile() {
    createThousandTiles(true);

    Answer answer =
        tracked.read(ReadRequest.ALL.layout(Layout.UNORDERED).select("x", "w").limit(10));

    assertThat(answer.rows()).hasSize(10);
    assertThat(tracked.dataReads()).containsExactly(tile("a1", 0), tile("d0", 0));
  }

  @Test
  void aFewCellsInOrderTakeAHandfulOfTiles() {
    createThousandTiles(false);

    for (Layout layout : List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER)) {
      Answer answer = tracked.read(ReadRequest.ALL.layout(layout).select("x").limit(10));

      assertThat(answer.rows())
          .containsExactlyElementsOf(LongStream.range(0, 10).mapToObj(List::of).toList());
      assertThat(tracked.dataReads()).containsExactly(tile("d0", 0));
    }
  }

  @Test
  void aFewCellsThatMeetAConditionTakeAsManyTilesAsTheyAreIn() {
    SparseArrayFiles files = create(false, List.of("x"));
    long[] mixed = LongStream.range(0, TILES * CAPACITY).map(i -> i % 50).toArray();
    files.fragment(1, numbers(1), mixed, numbers(-1));

    Answer answer = tracked.read(select(field("v").equalTo(49), "x").limit(3));

    assertThat(answer.rows()).containsExactly(List.of(49L), List.of(99L), List.of(149L));
    assertThat(answer.stats().tilesDecoded()).isLessThan(10);
  }

  @Test
  void noCellsTakeNoTiles() {
    createThousandTiles(false);

    assertThat(tracked.read(ReadRequest.ALL.select("x").limit(0)).rows()).isEmpty();
    assertThat(tracked.dataReads()).isEmpty();
  }

  @Test
  void aLimitStopsBetweenBatchesAndWithinThem() {
    int cells = 12 * CAPACITY;
    long[] values = LongStream.range(0, cells).toArray();
    create(false, List.of("x")).fragment(1, values, values, values);

    for (long limit : new long[] {1, 99, 100, 101, 1000, 1200, 1201}) {
      List<List<Long>> rows = tracked.read(ReadRequest.ALL.select("x").limit(limit)).rows();
      assertThat(rows).hasSize((int) Math.min(limit, cells));
      assertThat(rows.get(rows.size() - 1)).containsExactly(rows.size() - 1L);
    }
  }
}
