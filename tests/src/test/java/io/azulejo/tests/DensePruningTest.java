package io.azulejo.tests;

import static io.azulejo.query.Condition.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.tests.TrackedArray.Answer;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which bytes of the data files of a dense array reads ask for, and which tiles they leave out. */
class DensePruningTest {
  private static final int TILES = 1000;
  private static final int EXTENT = 100;
  private static final int CELLS = TILES * EXTENT;

  /** What INT64 attributes hold where nothing was written. */
  private static final long FILL = Long.MIN_VALUE;

  /** A tile without filters is one chunk: the number of chunks, its three lengths, its values. */
  private static final int TILE_BYTES = 8 + 12 + EXTENT * 8;

  @AutoClose private final TrackedArray tracked = new TrackedArray();

  private DenseLongs create() {
    return DenseLongs.create(
        tracked.storage(),
        TrackedArray.LOCATION,
        List.of("x"),
        new long[] {CELLS - 1},
        new long[] {EXTENT},
        List.of("v", "w"));
  }

  /** A thousand tiles: v is ten times the coordinate, w the coordinate negated. */
  private void createThousandTiles() {
    create()
        .fragment(
            1, new long[] {0}, new long[] {CELLS - 1}, List.of(at -> at[0] * 10, at -> -at[0]));
  }

  private static String tile(String file, int tile) {
    return "%s.tdb[%d+%d]".formatted(file, tile * TILE_BYTES, TILE_BYTES);
  }

  /** The number of chunks, the header of the first one, and cells after it. */
  private static String firstCells(int count) {
    return "a0.tdb[0+%d]".formatted(Long.BYTES + 3 * Integer.BYTES + count * Long.BYTES);
  }

  private static ReadRequest matching() {
    return ReadRequest.ALL.cells(ReadRequest.Cells.MATCHING);
  }

  @Test
  void aConditionThatMatchesInOneTileOfAThousandReadsThatTileAlone() {
    createThousandTiles();

    Answer answer = tracked.read(matching().where(field("v").equalTo(512_340)).select("x", "w"));

    assertThat(answer.rows()).containsExactly(List.of(51_234L, -51_234L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512), tile("a1", 512));
    assertThat(answer.stats().tiles()).isEqualTo(TILES);
    assertThat(answer.stats().tilesPruned()).isEqualTo(TILES - 1);
    assertThat(answer.stats().tilesTested()).isEqualTo(1);
    assertThat(answer.stats().tilesOutside()).isZero();
  }

  @Test
  void keepingTheShapeTakesNoMoreReadsThanTheMatchingCellsDo() {
    createThousandTiles();

    Answer answer =
        tracked.read(
            ReadRequest.ALL
                .where(field("v").equalTo(512_340))
                .cells(ReadRequest.Cells.GRID)
                .select("x", "w"));

    assertThat(answer.rows()).hasSize(CELLS);
    assertThat(answer.rows().get(51_234)).containsExactly(51_234L, -51_234L);
    assertThat(answer.rows().get(51_233)).containsExactly(51_233L, FILL);
    assertThat(answer.rows().get(0)).containsExactly(0L, FILL);
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512), tile("a1", 512));
  }

  @Test
  void otherFieldsAreNotReadOfATileWhoseCellsAllFailTheTest() {
    createThousandTiles();

    Answer answer = tracked.read(matching().where(field("v").equalTo(512_345)).select("x", "w"));

    assertThat(answer.rows()).isEmpty();
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512));
  }

  @Test
  void theFieldOfAConditionThatIsSelectedIsReadOnce() {
    createThousandTiles();

    Answer answer =
        tracked.read(matching().where(field("v").between(512_340, 512_350)).select("x", "v"));

    assertThat(answer.rows())
        .containsExactly(List.of(51_234L, 512_340L), List.of(51_235L, 512_350L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 512));
  }

  @Test
  void aTileWhoseCellsAllMatchIsReadWithoutTheFieldsOfTheCondition() {
    createThousandTiles();

    Answer answer =
        tracked.read(
            matching()
                .subarray(Subarray.of("x", 100, 299))
                .where(field("v").lessThan(2_000))
                .select("w"));

    assertThat(answer.rows())
        .containsExactlyElementsOf(LongStream.range(100, 200).mapToObj(x -> List.of(-x)).toList());
    assertThat(tracked.dataReads()).containsExactly(tile("a1", 1));
    assertThat(answer.stats().tilesMatching()).isEqualTo(1);
    assertThat(answer.stats().tilesPruned()).isEqualTo(1);
    assertThat(answer.stats().tilesOutside()).isEqualTo(TILES - 2);
  }

  @Test
  void aConditionOnDimensionsIsDecidedByTheBoxesOfTiles() {
    createThousandTiles();

    Answer answer =
        tracked.read(
            matching()
                .where(field("x").greaterThanOrEqualTo(51_190).and(field("x").lessThan(51_300)))
                .select("x"));

    assertThat(answer.rows()).hasSize(110).startsWith(List.of(51_190L)).endsWith(List.of(51_299L));
    assertThat(tracked.dataReads()).isEmpty();
    assertThat(answer.stats().tilesMatching()).isEqualTo(1);
    assertThat(answer.stats().tilesTested()).isEqualTo(1);
  }

  @Test
  void aLimitReadsTheFirstCellsOfATile() {
    createThousandTiles();

    Answer answer = tracked.read(ReadRequest.ALL.limit(10).select("x", "v"));

    assertThat(answer.rows()).hasSize(10).endsWith(List.of(9L, 90L));
    assertThat(tracked.dataReads()).containsExactly(firstCells(12));
  }

  @Test
  void aLimitStopsWhenSoManyCellsMatched() {
    createThousandTiles();

    Answer answer =
        tracked.read(
            matching().limit(3).where(field("v").greaterThanOrEqualTo(999_970)).select("x"));

    assertThat(answer.rows())
        .hasSize(3)
        .containsExactly(List.of(99_997L), List.of(99_998L), List.of(99_999L));
    assertThat(tracked.dataReads()).containsExactly(tile("a0", 999));
    assertThat(
            tracked
                .read(matching().limit(3).where(field("v").greaterThanOrEqualTo(0)).select("v"))
                .rows())
        .containsExactly(List.of(0L), List.of(10L), List.of(20L));
    assertThat(tracked.dataReads()).containsExactly(firstCells(6));
  }

  @Test
  void aNewerFragmentDecidesOfItsCellsAlone() {
    DenseLongs files = create();
    files.fragment(1, new long[] {0}, new long[] {199}, List.of(at -> 5, at -> at[0]));
    files.fragment(2, new long[] {50}, new long[] {149}, List.of(at -> 7, at -> -at[0]));
    Subarray part = Subarray.of("x", 48, 51);

    Answer fives =
        tracked.read(matching().subarray(part).where(field("v").equalTo(5)).select("x", "w"));
    Answer sevens =
        tracked.read(matching().subarray(part).where(field("v").equalTo(7)).select("x", "w"));
    Answer shape =
        tracked.read(
            ReadRequest.ALL
                .subarray(part)
                .where(field("v").equalTo(7))
                .cells(ReadRequest.Cells.GRID));

    assertThat(fives.rows()).containsExactly(List.of(48L, 48L), List.of(49L, 49L));
    assertThat(sevens.rows()).containsExactly(List.of(50L, -50L), List.of(51L, -51L));
    assertThat(shape.rows())
        .containsExactly(
            List.of(48L, FILL, FILL),
            List.of(49L, FILL, FILL),
            List.of(50L, 7L, -50L),
            List.of(51L, 7L, -51L));
    assertThat(fives.stats().tilesMatching()).as("decided without a look at v").isEqualTo(1);
    assertThat(fives.stats().tilesPruned()).isEqualTo(1);
  }

  @Test
  void cellsThatNoFragmentHasNeverMatch() {
    create().fragment(1, new long[] {150}, new long[] {249}, List.of(at -> at[0], at -> 0));
    Subarray part = Subarray.of("x", 148, 151);

    assertThat(
            tracked
                .read(matching().subarray(part).where(field("v").lessThan(1_000)).select("x"))
                .rows())
        .containsExactly(List.of(150L), List.of(151L));
    assertThat(
            tracked
                .read(
                    matching()
                        .subarray(part)
                        .where(field("x").greaterThanOrEqualTo(0))
                        .select("x", "v"))
                .rows())
        .containsExactly(List.of(150L, 150L), List.of(151L, 151L));
    assertThat(tracked.read(matching().subarray(part).select("x")).rows())
        .as("without a condition all cells come")
        .hasSize(4);
  }
}
