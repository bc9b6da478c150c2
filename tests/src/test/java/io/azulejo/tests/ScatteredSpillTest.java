package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RecordedSpillFiles;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Writes of cells in any order to dense arrays, with less memory than the cells take. */
class ScatteredSpillTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int ROWS = 64;
  private static final int COLUMNS = 512;

  private final Storage storage = Storage.inMemory();
  private final RecordedSpillFiles spilled = new RecordedSpillFiles();

  private Azulejo engine(long budget) {
    return StoredSpillFiles.with(
            spilled, Azulejo.builder().storage("mem", storage).memoryBudget(budget))
        .build();
  }

  private List<Location> fragmentFiles() {
    List<Location> found = new ArrayList<>();
    collect(ARRAY.resolve("__fragments"), found);
    return found;
  }

  private void collect(Location folder, List<Location> found) {
    for (Storage.Entry entry : storage.list(folder)) {
      if (entry.folder()) {
        collect(folder.resolve(entry.name()), found);
      } else {
        found.add(folder.resolve(entry.name()));
      }
    }
  }

  /** Tiles with more cells than the memory has room for. */
  private static ArraySchema wide() {
    return TestSchemas.of(
        "dense(y UINT64 0..%s/%s, x UINT64 0..%s/%s) s STRING_ASCII var "
            + "nullable; cells COL_MAJOR",
        ROWS - 1, ROWS, COLUMNS - 1, COLUMNS / 2);
  }

  private static String text(int cell, int generation) {
    return (cell + generation) % 7 == 0 ? null : "secret-" + generation + "-" + cell;
  }

  /** Some cells, by their numbers in row-major order. */
  private static Batch texts(List<Integer> cells, int generation) {
    return Batch.of(
        Column.of("x", Datatype.UINT64, cells.stream().mapToLong(c -> c % COLUMNS).toArray()),
        Column.of("y", Datatype.UINT64, cells.stream().mapToLong(c -> c / COLUMNS).toArray()),
        Column.of(
            "s",
            Datatype.STRING_ASCII,
            cells.stream().map(c -> text(c, generation)).toArray(String[]::new)));
  }

  private void writesWithLittleMemory(Optional<EncryptionKey> key) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, ROWS * COLUMNS).boxed().toList());
    int[] generation = new int[all.size()];
    Random random = new Random(5);
    try (Azulejo engine = engine(1 << 16)) {
      Azulejo azulejo = key.map(secret -> engine.withKey(ARRAY, secret)).orElse(engine);
      azulejo.create(ARRAY, wide(), CreateOptions.DEFAULT.at(1));
      for (int time = 1; time <= 3; time++) {
        MissingCells rule = time == 1 ? MissingCells.REFUSED : MissingCells.KEPT;
        WriteRequest request =
            time == 1
                ? WriteRequest.DEFAULT.missingInBox(rule)
                : WriteRequest.DEFAULT.missing(rule);
        Collections.shuffle(all, random);
        List<Integer> some = time == 1 ? all : all.subList(0, all.size() / time);
        try (ArrayWriter out =
            azulejo.array(ARRAY).writer(request, ChangeOptions.DEFAULT.at(10 * time))) {
          for (int from = 0; from < some.size(); from += 1000) {
            out.append(texts(some.subList(from, Math.min(some.size(), from + 1000)), time));
          }
          assertThat(spilled.open()).as("files for cells that wait").isPositive();
          assertThat(out.commit()).hasSize(1);
        }
        for (int cell : some) {
          generation[cell] = time;
        }
      }
      assertThat(spilled.open()).isZero();
      assertThat(spilled.text().contains("secret-")).isEqualTo(key.isEmpty());
      int cell = 0;
      ReadRequest strings = ReadRequest.ALL.select("s").layout(Layout.ROW_MAJOR);
      try (BatchReader in = azulejo.open(ARRAY).read(strings).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++, cell++) {
            Column column = batch.column(0);
            String found = column.isNull(row) ? null : column.getString(row);
            assertThat(found).isEqualTo(text(cell, generation[cell]));
          }
        }
      }
      assertThat(cell).isEqualTo(all.size());
    }
  }

  @Test
  void putsTilesTogetherThatTheMemoryHasNoRoomFor() {
    writesWithLittleMemory(Optional.empty());
  }

  @Test
  void spillsNoPlainBytesOfEncryptedArrays() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    writesWithLittleMemory(Optional.of(EncryptionKey.of(key)));
  }

  @Test
  void leavesNothingWhenItIsClosedWithoutACommit() {
    try (Azulejo azulejo = engine(1 << 16)) {
      azulejo.create(ARRAY, wide());
      List<Integer> some = IntStream.range(0, 20_000).boxed().toList();
      try (ArrayWriter out =
          azulejo.array(ARRAY).writer(WriteRequest.DEFAULT.missing(MissingCells.KEPT))) {
        out.append(texts(some, 1));
        assertThat(spilled.open()).isPositive();
      }
      assertThat(spilled.open()).isZero();
      assertThat(Leases.held(azulejo)).isZero();
      assertThat(fragmentFiles()).isEmpty();
    }
  }
}
