package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.RecordedSpillFiles;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What dense writes refuse, and what they leave behind. */
class DenseWritingTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final ArraySchema GRID =
      TestSchemas.of("dense(y INT32 0..9/4, x INT32 0..11/4) a INT64");

  private final Storage storage = Storage.inMemory();
  private final RecordedSpillFiles spilled = new RecordedSpillFiles();

  private Azulejo engine(long budget) {
    return StoredSpillFiles.with(
            spilled, Azulejo.builder().storage("mem", storage).memoryBudget(budget))
        .build();
  }

  private static Batch batch(long... values) {
    return Batch.of(values.length, List.of(column("a", values)));
  }

  private static Column column(String name, long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return new FixedColumn(name, Datatype.INT64, 1, values.length, bytes.array(), null);
  }

  private static WriteRequest request(Layout layout, Subarray subarray) {
    return WriteRequest.DEFAULT.layout(layout).subarray(subarray);
  }

  private static Subarray box(long y0, long y1, long x0, long x1) {
    return Subarray.of("y", y0, y1).and("x", x0, x1);
  }

  private void refuses(ArraySchema schema, WriteRequest request, String... parts) {
    Storage own = Storage.inMemory();
    try (Azulejo azulejo = Azulejo.builder().storage("mem", own).build()) {
      azulejo.create(ARRAY, schema);
      assertThatThrownBy(() -> azulejo.array(ARRAY).writer(request))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContainingAll(parts);
    }
  }

  @Test
  void refusesPartsThatAreNoBoxesOfCells() {
    refuses(GRID, request(Layout.ROW_MAJOR, box(5, 10, 0, 3)), "\"y\"", "5..10", "domain 0..9");
    refuses(GRID, request(Layout.ROW_MAJOR, box(5, 4, 0, 3)), "\"y\"", "ends before it begins");
    refuses(
        GRID,
        request(Layout.ROW_MAJOR, Subarray.of("z", 0, 1)),
        "unknown dimension \"z\"; valid: \"y\"");
    refuses(
        GRID,
        request(Layout.ROW_MAJOR, Subarray.of("y", 0, 1).and("y", 3, 4)),
        "\"y\": 2 ranges, but a write fills exactly one");
    refuses(
        GRID,
        request(Layout.ROW_MAJOR, Subarray.of("x", Range.every(2, 0, 4))),
        "\"x\": a write fills all cells");
    refuses(GRID, request(Layout.ROW_MAJOR, Subarray.of("x", Range.of(0.5, 1.5))), "integers");
    refuses(GRID, request(Layout.UNORDERED, Subarray.ALL), "row-major, column-major or global");
    refuses(
        GRID.toBuilder().currentDomain(NDRange.of(Range.of(0, 3), Range.of(0, 11))).build(),
        request(Layout.ROW_MAJOR, box(2, 5, 0, 3)),
        "2..5",
        "current domain 0..3");
  }

  @Test
  void refusesPartsOfTilesInGlobalOrderAndSaysWhatWouldDo() {
    refuses(
        GRID,
        request(Layout.GLOBAL_ORDER, box(1, 5, 0, 11)),
        "y=1..5, x=0..11 does not consist of whole tiles",
        "y=0..7 would be",
        "row- or column-major");
    refuses(GRID, request(Layout.GLOBAL_ORDER, Subarray.ALL), "y=0..7 would be");
    refuses(
        GRID,
        request(Layout.GLOBAL_ORDER, box(8, 9, 0, 3)),
        "y has no whole tile there, because the domain ends within it");
  }

  @Test
  void refusesBatchesThatDoNotFit() {
    try (Azulejo azulejo = engine(1 << 20)) {
      azulejo.create(ARRAY, GRID);
      WriteRequest request = request(Layout.ROW_MAJOR, box(1, 2, 3, 4));
      fails(azulejo, request, batch(1, 2, 3, 4, 5), "1 cells too many", "has 4 cells");
      fails(
          azulejo,
          request,
          Batch.of(1, List.of(column("a", 1), column("y", 1))),
          "column \"y\" holds coordinates",
          "subarray");
      fails(azulejo, request, Batch.of(1, List.of(column("b", 1))), "column \"b\"", "[a]");
      fails(azulejo, request, Batch.of(1, List.of()), "the column for attribute \"a\" is missing");
      try (ArrayWriter out = azulejo.array(ARRAY).writer(request)) {
        out.append(batch(1, 2, 3));
        assertThatThrownBy(out::commit)
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("1 of 4 cells of y=1..2, x=3..4 are missing, from y=2, x=4 on");
        assertThatThrownBy(() -> out.append(batch(4))).isInstanceOf(InvalidRequestException.class);
      }
      assertThat(files("__fragments")).isEmpty();
      assertThat(azulejo.open(ARRAY).nonEmptyDomain()).isEmpty();
    }
  }

  private void fails(Azulejo azulejo, WriteRequest request, Batch batch, String... parts) {
    try (ArrayWriter out = azulejo.array(ARRAY).writer(request)) {
      assertThatThrownBy(() -> out.append(batch))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContainingAll(parts);
    }
  }

  /** All files below a folder of the array. */
  private List<Location> files(String folder) {
    List<Location> found = new ArrayList<>();
    collect(ARRAY.resolve(folder), found);
    return found;
  }

  private void collect(Location folder, List<Location> found) {
    for (Storage.Entry entry : storage.list(folder)) {
      Location inside = folder.resolve(entry.name());
      if (entry.folder()) {
        collect(inside, found);
      } else {
        found.add(inside);
      }
    }
  }

  private static ArraySchema wide() {
    return TestSchemas.of(
        "dense(y INT32 0..63/16, x INT32 0..1023/64) s STRING_ASCII var nullable");
  }

  /** Texts "secret-N" of the cells in column-major order, some of them null. */
  private static Batch texts(int from, int to) {
    int rows = to - from;
    int[] offsets = new int[rows + 1];
    StringBuilder text = new StringBuilder();
    byte[] validity = new byte[rows];
    for (int i = 0; i < rows; i++) {
      text.append("secret-").append(from + i);
      offsets[i + 1] = text.length();
      validity[i] = (byte) ((from + i) % 7 == 0 ? 0 : 1);
    }
    byte[] data = text.toString().getBytes(StandardCharsets.US_ASCII);
    return Batch.of(
        rows, List.of(new VarColumn("s", Datatype.STRING_ASCII, rows, offsets, data, validity)));
  }

  private boolean isInPlain(List<Location> files, String text) {
    for (Location location : files) {
      try (InputFile file = storage.open(location)) {
        byte[] bytes = new byte[(int) file.size()];
        file.read(0, bytes, 0, bytes.length);
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
      }
    }
    return false;
  }

  private void writesWithLittleMemory(Optional<EncryptionKey> key, boolean plain) {
    try (Azulejo engine = engine(1 << 16)) {
      Azulejo azulejo = key.map(secret -> engine.withKey(ARRAY, secret)).orElse(engine);
      azulejo.create(ARRAY, wide());
      try (ArrayWriter out = azulejo.array(ARRAY).writer(request(Layout.COL_MAJOR, Subarray.ALL))) {
        for (int from = 0; from < 64 * 1024; from += 1024) {
          out.append(texts(from, from + 1024));
        }
        assertThat(spilled.open()).as("files for cells that wait").isPositive();
        assertThat(files("__fragments")).as("they lie elsewhere").isEmpty();
        assertThat(out.commit()).hasSize(1);
      }
      assertThat(spilled.open()).isZero();
      assertThat(spilled.text().contains("secret-")).isEqualTo(plain);
      int cell = 0;
      ReadRequest request = ReadRequest.ALL.select("s").layout(Layout.COL_MAJOR);
      try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++, cell++) {
            Column column = batch.column(0);
            assertThat(column.isNull(row)).isEqualTo(cell % 7 == 0);
            if (!column.isNull(row)) {
              assertThat(column.getString(row)).isEqualTo("secret-" + cell);
            }
          }
        }
      }
      assertThat(cell).isEqualTo(64 * 1024);
      assertThat(isInPlain(files("__fragments"), "secret-")).isEqualTo(plain);
    }
  }

  @Test
  void spillsCellsWhoseTilesWaitAndLeavesNoFileOfThem() {
    writesWithLittleMemory(Optional.empty(), true);
  }

  @Test
  void spillsNoPlainBytesOfEncryptedArrays() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    writesWithLittleMemory(Optional.of(EncryptionKey.of(key)), false);
  }

  @Test
  void leavesNothingWhenItIsClosedWithoutACommit() {
    try (Azulejo azulejo = engine(1 << 16)) {
      azulejo.create(ARRAY, wide());
      try (ArrayWriter out = azulejo.array(ARRAY).writer(request(Layout.COL_MAJOR, Subarray.ALL))) {
        out.append(texts(0, 30_000));
        assertThat(spilled.open()).isPositive();
      }
      assertThat(spilled.open()).isZero();
      assertThat(files("__fragments")).isEmpty();
    }
  }

  @Test
  void splitsFragmentsAtSlabsOfTilesAndCommitsThemTogether() {
    try (Azulejo azulejo = engine(1 << 20)) {
      azulejo.create(ARRAY, GRID);
      WriteRequest request = WriteRequest.DEFAULT.maxFragmentSize(900).subarray(box(1, 9, 0, 11));
      long[] values = IntStream.range(0, 108).asLongStream().toArray();
      try (ArrayWriter out = azulejo.array(ARRAY).writer(request)) {
        for (int from = 0; from < 108; from += 6) {
          out.append(batch(Arrays.copyOfRange(values, from, from + 6)));
        }
        assertThat(out.commit()).hasSize(2);
      }
      assertThat(files("__commits")).hasSize(1);
      Array array = azulejo.open(ARRAY);
      assertThat(array.fragments().stream().map(f -> f.nonEmptyDomain().orElseThrow()))
          .containsExactly(
              NDRange.of(Range.of(1, 7), Range.of(0, 11)),
              NDRange.of(Range.of(8, 9), Range.of(0, 11)));
      try (BatchReader in =
          array.read(ReadRequest.ALL.select("a").subarray(box(1, 9, 0, 11))).batches()) {
        long[] read = new long[108];
        ((FixedColumn) in.next().column(0)).copyTo(read, 0);
        assertThat(read).isEqualTo(values);
      }
    }
  }

  @Test
  void fillsTilesUpWithWhatTheFiltersTake() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 99), 8))
            .attribute(
                Attribute.builder("up", Datatype.INT64)
                    .nullable()
                    .filters(Filter.positiveDelta())
                    .build())
            .attribute(
                Attribute.builder("near", Datatype.FLOAT64)
                    .filters(Filter.scaleFloat(0.5, 1000, 1))
                    .build())
            .build();
    try (Azulejo azulejo = engine(1 << 20)) {
      azulejo.create(ARRAY, schema);
      long[] up = {-50, -49, 7, 7, 0, 9, 10, 11, 12, 13};
      byte[] validity = {1, 1, 1, 1, 0, 1, 1, 1, 1, 1};
      long[] near = new long[10];
      Arrays.setAll(near, i -> Double.doubleToRawLongBits(990 + i));
      Column ups = column("up", up);
      Column nears = column("near", near);
      Batch batch =
          Batch.of(
              10,
              List.of(
                  new FixedColumn("up", Datatype.INT64, 1, 10, ups.array(), validity),
                  new FixedColumn("near", Datatype.FLOAT64, 1, 10, nears.array(), null)));
      TestArrays.write(
          azulejo.array(ARRAY),
          request(Layout.ROW_MAJOR, Subarray.of("x", 3, 12)),
          ChangeOptions.DEFAULT,
          batch);
      ReadRequest request = ReadRequest.ALL.select("up", "near").subarray(Subarray.of("x", 3, 12));
      try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
        Batch read = in.next();
        for (int row = 0; row < 10; row++) {
          assertThat(read.column(0).isNull(row)).isEqualTo(row == 4);
          assertThat(row == 4 ? 0 : read.column(0).getLong(row)).isEqualTo(up[row]);
          assertThat(read.column(1).getDouble(row)).isEqualTo(990 + row);
        }
      }
    }
  }

  private static void writeFrom(Azulejo azulejo, long low, Column... columns) {
    int rows = columns[0].rows();
    WriteRequest request = request(Layout.ROW_MAJOR, Subarray.of("x", low, low + rows - 1));
    TestArrays.write(
        azulejo.array(ARRAY), request, ChangeOptions.DEFAULT, Batch.of(rows, List.of(columns)));
  }

  private static Column words(String... values) {
    int[] offsets = new int[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      offsets[i + 1] = offsets[i] + values[i].length();
    }
    byte[] data = String.join("", values).getBytes(StandardCharsets.US_ASCII);
    return new VarColumn("s", Datatype.STRING_ASCII, values.length, offsets, data, null);
  }

  @Test
  void keepsTheOrderThatAttributesPromise() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.UINT64, Range.of(0, 99), 8))
            .attribute(Attribute.builder("a", Datatype.INT64).order(DataOrder.DECREASING).build())
            .attribute(
                Attribute.builder("s", Datatype.STRING_ASCII)
                    .var()
                    .order(DataOrder.INCREASING)
                    .build())
            .build();
    try (Azulejo azulejo = engine(1 << 20)) {
      azulejo.create(ARRAY, schema);
      writeFrom(azulejo, 10, column("a", 5, 3, -3), words("b", "c", "ca"));
      assertThatThrownBy(() -> writeFrom(azulejo, 20, column("a", 5, 5), words("b", "c")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessage(
              "\"a\" is out of order: its values must decrease from cell to cell, but x=20 has 5"
                  + " and x=21 has 5");
      assertThatThrownBy(() -> writeFrom(azulejo, 20, column("a", 5, 4), words("c", "b")))
          .hasMessageContaining("increase")
          .hasMessageContaining("x=20 has \"c\" and x=21 has \"b\"");
      assertThatThrownBy(() -> writeFrom(azulejo, 13, column("a", -3), words("d")))
          .hasMessageContaining("x=12 has -3 and x=13 has -3");
      assertThatThrownBy(() -> writeFrom(azulejo, 8, column("a", 9, 7), words("a", "b")))
          .hasMessageContaining("x=9 has \"b\" and x=10 has \"b\"");
      writeFrom(azulejo, 8, column("a", 9, 7), words("a", "az"));
      writeFrom(azulejo, 11, column("a", 4, 2, 1), words("bb", "d", "e"));
      writeFrom(azulejo, 99, column("a", 100), words("a"));
      writeFrom(azulejo, 0, column("a", 0), words("z"));
      assertThat(files("__commits")).hasSize(5);
    }
  }
}
