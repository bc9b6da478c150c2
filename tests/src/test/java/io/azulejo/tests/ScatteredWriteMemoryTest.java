package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Cells of few bytes written among large ones that are kept, or filled in, take bounded memory. */
class ScatteredWriteMemoryTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int TILES = 40;
  private static final int CELLS = 100;
  private static final long BUDGET = 2 << 20;

  /** The bytes of tiles that are encoded together: a part of the budget. */
  private static final long GROUP = BUDGET / 8;

  @AutoClose
  private final Azulejo engine =
      Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(BUDGET).build();

  private void create(String fill) {
    engine.create(
        ARRAY,
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, TILES * CELLS - 1), CELLS))
            .attribute(Attribute.builder("s", Datatype.STRING_ASCII).var().fill(fill).build())
            .build(),
        CreateOptions.DEFAULT.at(1));
  }

  /** Stores strings in all cells, whose lengths are those of their tiles. */
  private void store(IntUnaryOperator length) {
    try (ArrayWriter out =
        engine.array(ARRAY).writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(10))) {
      for (int tile = 0; tile < TILES; tile++) {
        String value = "s".repeat(length.applyAsInt(tile));
        out.append(
            Batch.of(
                Column.of(
                    "s",
                    Datatype.STRING_ASCII,
                    IntStream.range(0, CELLS).mapToObj(i -> value).toArray(String[]::new))));
      }
      out.commit();
    }
  }

  /** Writes a short string to one cell of each tile. */
  private void touchAll(MissingCells rule, Progress progress) {
    WriteRequest request = WriteRequest.DEFAULT.missing(rule).progress(progress);
    TestArrays.write(
        engine.array(ARRAY),
        request,
        ChangeOptions.DEFAULT.at(20),
        Batch.of(
            Column.of(
                "x",
                Datatype.INT64,
                LongStream.range(0, TILES).map(tile -> tile * CELLS + 7).toArray()),
            Column.of(
                "s",
                Datatype.STRING_ASCII,
                IntStream.range(0, TILES).mapToObj(i -> "new").toArray(String[]::new))));
  }

  /** The bytes of each group of tiles that was encoded together. */
  private List<Long> groups(MissingCells rule) {
    List<Long> done = new ArrayList<>(List.of(0L));
    touchAll(rule, (bytes, all) -> done.add(bytes));
    return IntStream.range(1, done.size()).mapToObj(i -> done.get(i) - done.get(i - 1)).toList();
  }

  private void holds(IntUnaryOperator lengthOfOthers) {
    int cell = 0;
    try (BatchReader in = engine.open(ARRAY).read(ReadRequest.ALL).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++, cell++) {
          int length = lengthOfOthers.applyAsInt(cell / CELLS);
          assertThat(batch.column("s").getString(row))
              .hasSize(cell % CELLS == 7 ? "new".length() : length);
        }
      }
    }
    assertThat(cell).isEqualTo(TILES * CELLS);
  }

  @Test
  void tilesAreTakenForAsLargeAsWhatTheyKeep() {
    create("-");
    store(tile -> 1000);

    assertThat(groups(MissingCells.KEPT)).hasSizeGreaterThan(1).allMatch(bytes -> bytes <= GROUP);
    holds(tile -> 1000);
  }

  @Test
  void tilesAreTakenForAsLargeAsTheValuesThatFillThem() {
    create("f".repeat(1000));

    assertThat(groups(MissingCells.FILLED)).hasSizeGreaterThan(1).allMatch(bytes -> bytes <= GROUP);
    holds(tile -> 1000);
  }

  /** One tile is far larger than the others, which no mean can say. */
  private static int skewed(int tile) {
    return tile == 17 ? 10_000 : 1;
  }

  @Test
  void whatIsKeptIsLeasedForAsLongAsItIsHeld() {
    create("-");
    store(ScatteredWriteMemoryTest::skewed);
    List<Long> held = new ArrayList<>();

    touchAll(MissingCells.KEPT, (bytes, all) -> held.add(Leases.held(engine)));

    // All cells as they were stored, and all but one as encoded, on their way to files.
    assertThat(held).anyMatch(bytes -> bytes >= (2 * CELLS - 1) * 10_000L);
    assertThat(Leases.held(engine)).isZero();
    holds(ScatteredWriteMemoryTest::skewed);
  }

  @Test
  void nothingIsLeasedAfterAWriteThatFailed() {
    create("-");
    store(ScatteredWriteMemoryTest::skewed);

    assertThatThrownBy(
            () ->
                touchAll(
                    MissingCells.KEPT,
                    (bytes, all) -> {
                      throw new IllegalStateException(Leases.held(engine) + " bytes are held");
                    }))
        .hasMessageMatching("[1-9][0-9]* bytes are held");
    assertThat(Leases.held(engine)).isZero();
  }
}
