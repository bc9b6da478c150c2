package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.CreateOptions;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.compact.Replacement;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which tiles of sparse fragments are copied in a merge, and that they hold what they held. */
class SparseMergeCopiesTest {
  private static final Location ARRAY = Location.of("mem://array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = Azulejo.builder().storage("mem", storage).build();
  @AutoClose private final Tasks tasks = new Tasks(1, 1);
  @AutoClose private final ScratchPool scratchPool = new ScratchPool();
  private long time;

  private void create(Layout order, boolean duplicates) {
    create(order, duplicates, CreateOptions.DEFAULT);
  }

  private void create(Layout order, boolean duplicates, CreateOptions options) {
    engine.create(
        ARRAY,
        ArraySchema.sparse()
            .cellOrder(order)
            .capacity(10)
            .allowsDuplicates(duplicates)
            .dimension(Dimension.of("k", Datatype.INT64, Range.of(0, 9999), 100L))
            .attribute(Attribute.builder("v", Datatype.INT64).filters(Filter.zstd(3)).build())
            .build(),
        options);
  }

  /** Writes cells at the keys from one to before another. */
  private void write(long from, long to) {
    time++;
    long[] keys = LongStream.range(from, to).toArray();
    long[] values = LongStream.range(from, to).map(key -> key * 1000 + time).toArray();
    TestArrays.append(
        engine.array(ARRAY),
        time,
        Batch.of(keys.length, List.of(column("k", keys), column("v", values))));
  }

  private static Column column(String name, long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return new FixedColumn(name, Datatype.INT64, 1, values.length, data.array(), null);
  }

  /** Deletes the cells of one value. */
  private void delete(long value) {
    time++;
    byte[] bytes = new byte[Long.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
    Commit.deletion(
        array(), new ConditionNode.Comparison(Operator.NE, "v", Slice.of(bytes), List.of()), time);
  }

  private WritableArray array() {
    return WritableArray.open(storage, ARRAY, Optional.empty());
  }

  private MergedFragments merge(boolean purge) {
    Snapshot latest = Snapshot.open(storage, ARRAY, TimeRange.ALL, Optional.empty(), tasks);
    List<List<String>> before = reads();
    MergeTask task =
        new MergeTask(
            array(),
            latest,
            latest.fragments(),
            Long.MAX_VALUE,
            purge,
            new Resources(
                tasks,
                scratchPool,
                new MemoryBudget(1 << 20),
                SpillFiles.in(Path.of("target")),
                Progress.NONE));
    try (Replacement replacement =
        Replacement.begin(
            array(), latest.fragments().stream().map(Fragment::name).toList(), tasks)) {
      MergedFragments merged = SparseMerge.merge(task);
      replacement.commit(merged.names());
      for (Fragment input : latest.fragments()) {
        storage.deleteFolder(input.folder());
      }
      List<List<String>> after = reads();
      if (purge) {
        assertThat(after.get((int) time)).isEqualTo(before.get((int) time));
      } else {
        assertThat(after).isEqualTo(before);
      }
      return merged;
    }
  }

  /** What is read at each time. */
  private List<List<String>> reads() {
    List<List<String>> reads = new ArrayList<>();
    for (long end = 0; end <= time; end++) {
      ReadRequest request =
          ReadRequest.ALL.select("k", "v", "__timestamps").layout(Layout.GLOBAL_ORDER);
      var array = engine.open(ARRAY, io.azulejo.OpenOptions.DEFAULT.at(TimeRange.until(end)));
      List<String> rows =
          TestArrays.rows(
              array.read(request),
              (batch, row) ->
                  batch.column(0).getLong(row)
                      + " "
                      + batch.column(1).getLong(row)
                      + " "
                      + batch.column(2).getLong(row));
      reads.add(rows);
    }
    return reads;
  }

  private static void assertCopied(MergedFragments merged, long tiles, long copied) {
    assertThat(List.of(merged.tiles(), merged.tilesCopied()))
        .as("tiles, and tiles that were copied")
        .containsExactly(tiles, copied);
  }

  @Test
  void tilesOfFragmentsThatAreApartAreAllCopied() {
    create(Layout.ROW_MAJOR, false);
    write(300, 400);
    write(0, 100);
    write(100, 300);
    assertCopied(merge(false), 40, 40);
  }

  @Test
  void tilesAreCopiedAroundThoseThatOverlap() {
    create(Layout.COL_MAJOR, false);
    write(0, 100);
    write(100, 200);
    write(95, 105);
    assertCopied(merge(false), 21, 18);
  }

  @Test
  void tilesThatWouldBeginWithinOthersAreNotCopied() {
    create(Layout.ROW_MAJOR, false);
    write(0, 100);
    write(100, 200);
    write(95, 100);
    assertCopied(merge(false), 21, 9);
  }

  @Test
  void tilesThatOneKeyIsInTwiceAreNotCopied() {
    create(Layout.ROW_MAJOR, true);
    write(0, 100);
    write(99, 109);
    assertCopied(merge(false), 11, 9);
  }

  @Test
  void tilesAreCopiedAlongHilbertCurvesWhereTheirFirstAndLastCellsAreKept() {
    create(Layout.HILBERT, false, CreateOptions.DEFAULT.formatVersion(23));
    write(0, 100);
    write(100, 200);
    write(95, 105);
    assertCopied(merge(false), 21, 18);
  }

  @Test
  void tilesAreNotCopiedAlongHilbertCurvesWhereOnlyTheirBoxesAreKept() {
    create(Layout.HILBERT, false);
    write(0, 100);
    write(100, 200);
    assertCopied(merge(false), 20, 0);
  }

  @Test
  void tilesOfTheNewestVersionAreCopiedWithTheirFirstAndLastCells() {
    create(Layout.ROW_MAJOR, false, CreateOptions.DEFAULT.formatVersion(23));
    write(300, 400);
    write(0, 100);
    write(95, 305);
    assertCopied(merge(false), 41, 37);
  }

  @Test
  void tilesThatDeletionsMayHaveHitAreNotCopied() {
    create(Layout.ROW_MAJOR, false);
    write(0, 100);
    write(100, 200);
    delete(55_001);
    assertCopied(merge(false), 20, 19);
  }

  @Test
  void tilesThatLoseNoCellToPurgingAreCopiedUpToThoseThatDo() {
    create(Layout.ROW_MAJOR, false);
    write(0, 100);
    write(100, 200);
    delete(55_001);
    assertCopied(merge(true), 20, 5);
  }

  @Test
  void tilesWithTimesAndDeletionsOfTheirOwnAreCopiedAgain() {
    create(Layout.ROW_MAJOR, false);
    write(0, 100);
    write(50, 150);
    delete(55_001);
    delete(55_002);
    MergedFragments first = merge(false);
    assertThat(first.tiles()).isEqualTo(20);
    write(200, 300);
    delete(277_005);
    assertCopied(merge(false), 30, 29);
  }

  @Test
  void tilesAfterOneThatIsNotFullAreNotCopied() {
    create(Layout.ROW_MAJOR, false);
    write(0, 99);
    write(100, 195);
    assertCopied(merge(false), 20, 9);
  }
}
