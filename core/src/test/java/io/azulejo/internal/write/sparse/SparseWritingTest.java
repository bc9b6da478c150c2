package io.azulejo.internal.write.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SparseWritingTest {
  private static final Location ARRAY = Location.of("mem://array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = engine(1 << 30);

  private Azulejo engine(long budget) {
    return Azulejo.builder().storage("mem", storage).memoryBudget(budget).build();
  }

  private static ArraySchema.Builder points() {
    return ArraySchema.sparse()
        .capacity(4)
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 50), 10))
        .attribute(Attribute.of("v", Datatype.INT64));
  }

  private static Column ints(String name, int... values) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asIntBuffer().put(values);
    return new FixedColumn(name, Datatype.INT32, 1, values.length, data.array(), null);
  }

  private static Column longs(String name, long... values) {
    ByteBuffer data = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return new FixedColumn(name, Datatype.INT64, 1, values.length, data.array(), null);
  }

  private static Column doubles(String name, double... values) {
    ByteBuffer data = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asDoubleBuffer().put(values);
    return new FixedColumn(name, Datatype.FLOAT64, 1, values.length, data.array(), null);
  }

  private static Column texts(String name, String... values) {
    int[] offsets = new int[values.length + 1];
    byte[] data = String.join("", values).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < values.length; i++) {
      offsets[i + 1] = offsets[i] + values[i].length();
    }
    return new VarColumn(name, Datatype.STRING_ASCII, values.length, offsets, data, null);
  }

  private static Batch batch(Column... columns) {
    return Batch.of(columns[0].rows(), List.of(columns));
  }

  private List<String> write(WriteRequest request, Batch... batches) {
    return TestArrays.write(engine.array(ARRAY), request, ChangeOptions.DEFAULT, batches);
  }

  private void refuses(ArraySchema schema, WriteRequest request, String message, Batch... batches) {
    engine.create(ARRAY, schema);
    assertThatThrownBy(() -> write(request, batches))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
    assertThat(storage.list(ARRAY.resolve("__fragments"))).isEmpty();
    assertThat(storage.list(ARRAY.resolve("__commits"))).isEmpty();
    storage.deleteFolder(ARRAY);
  }

  private void refuses(ArraySchema schema, String message, Batch batch) {
    refuses(schema, WriteRequest.DEFAULT, message, batch);
  }

  private List<String> rows() {
    ReadRequest request = ReadRequest.ALL.layout(Layout.ROW_MAJOR);
    return TestArrays.rows(
        engine.open(ARRAY).read(request),
        (batch, row) -> batch.column("x").getLong(row) + ":" + batch.column("v").getLong(row));
  }

  @Test
  void refusesCoordinatesOutsideOfTheDomain() {
    refuses(
        points().build(),
        "row 1 of the batch: coordinate 51 of dimension \"x\" is not within the domain 1..50",
        batch(ints("x", 50, 51, 0), longs("v", 1, 2, 3)));
  }

  @Test
  void refusesCoordinatesOutsideOfTheCurrentDomain() {
    refuses(
        points().currentDomain(new NDRange(List.of(Range.of(1, 10)))).build(),
        "row 0 of the batch: coordinate 11 of dimension \"x\" is not within the current domain"
            + " 1..10",
        batch(ints("x", 11), longs("v", 1)));
    refuses(
        ArraySchema.sparse()
            .dimension(Dimension.text("s"))
            .currentDomain(new NDRange(List.of(Range.of("b", "d"))))
            .build(),
        "coordinate \"da\" of dimension \"s\" is not within the current domain \"b\"..\"d\"",
        batch(texts("s", "c", "da")));
  }

  @Test
  void refusesCoordinatesThatAreNoNumbers() {
    refuses(
        TestSchemas.of("sparse(t FLOAT64 0.0..9.0/1.0)"),
        "row 2 of the batch: coordinate NaN of dimension \"t\" is not a number, and so not"
            + " within the domain 0.0..9.0",
        batch(doubles("t", 1, 2, Double.NaN)));
  }

  @Test
  void refusesBatchesThatLackFieldsOrHaveOthers() {
    refuses(
        points().build(),
        "the column for dimension \"x\" is missing; pass a column for each of the dimensions [x]"
            + " and the attributes [v]",
        batch(longs("v", 1)));
    refuses(
        points().build(),
        "column \"w\" is not a field of this write",
        batch(ints("x", 1), longs("v", 1), longs("w", 1)));
    refuses(
        points().build(),
        "column \"x\" occurs twice",
        batch(ints("x", 1), longs("v", 1), ints("x", 1)));
  }

  @Test
  void refusesColumnsThatAreNotLikeTheirFields() {
    refuses(
        points().build(),
        "column \"v\" has type INT32, but the attribute has type INT64",
        batch(ints("x", 1), ints("v", 1)));
    refuses(
        points().build(),
        "column \"v\" has 2 values per cell, but the attribute has 1",
        batch(ints("x", 1), new FixedColumn("v", Datatype.INT64, 2, 1, new byte[16], null)));
    refuses(
        points().build(),
        "column \"v\" has a variable number of values per cell, but the attribute has 1",
        batch(
            ints("x", 1),
            new VarColumn("v", Datatype.INT64, 1, new int[] {0, 8}, new byte[8], null)));
    refuses(
        points().build(),
        "row 1 of column \"v\" is null, but the attribute is not nullable",
        batch(
            ints("x", 1, 2),
            new FixedColumn("v", Datatype.INT64, 1, 2, new byte[16], new byte[] {1, 0})));
  }

  @Test
  void refusesOffsetsThatCutValues() {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 50), 10))
            .attribute(Attribute.builder("w", Datatype.INT32).cellValNum(Attribute.VAR).build())
            .build();
    refuses(
        schema,
        "row 1 of column \"w\" has 3 bytes, not a whole number of values of INT32 (4 bytes"
            + " each)",
        batch(
            ints("x", 1, 2),
            new VarColumn("w", Datatype.INT32, 2, new int[] {0, 4, 7}, new byte[8], null)));
  }

  @Test
  void saysWhichCellsHaveTheSameCoordinates() {
    refuses(
        points().build(),
        WriteRequest.DEFAULT,
        "row 1 and row 4 of this write (counted from 0) have the same coordinates (x = 7), but the"
            + " array does not allow duplicates",
        batch(ints("x", 9, 7, 8), longs("v", 1, 2, 3)),
        batch(ints("x", 1, 7), longs("v", 4, 5)));
  }

  @Test
  void keepsTheLastOfCellsWithTheSameCoordinatesWhenToldSo() {
    engine.create(ARRAY, points().build());

    write(
        WriteRequest.DEFAULT.duplicates(DuplicatePolicy.KEEP_LAST),
        batch(ints("x", 9, 7, 7), longs("v", 1, 2, 3)),
        batch(ints("x", 1, 7), longs("v", 4, 5)));

    assertThat(rows()).containsExactly("1:4", "7:5", "9:1");
  }

  @Test
  void checksGlobalOrderAcrossBatches() {
    WriteRequest ordered = WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER);
    refuses(
        points().build(),
        ordered,
        "row 2 of this write (counted from 0), at (x = 8), belongs before the previous one,"
            + " at (x = 9), in the global order of the array",
        batch(ints("x", 7, 9), longs("v", 1, 2)),
        batch(ints("x", 8), longs("v", 3)));
    refuses(
        points().build(),
        ordered,
        "row 1 and row 2 of this write (counted from 0) have the same coordinates (x = 9)",
        batch(ints("x", 7, 9), longs("v", 1, 2)),
        batch(ints("x", 9), longs("v", 3)));

    engine.create(ARRAY, points().build());
    write(
        ordered,
        batch(ints("x", 7, 9), longs("v", 1, 2)),
        batch(ints("x", 10, 11, 20), longs("v", 3, 4, 5)));
    assertThat(rows()).containsExactly("7:1", "9:2", "10:3", "11:4", "20:5");
  }

  @Test
  void refusesRequestsThatAreForDenseArrays() {
    engine.create(ARRAY, points().build());

    assertThatThrownBy(
            () -> engine.array(ARRAY).writer(WriteRequest.DEFAULT.layout(Layout.ROW_MAJOR)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("cells of a sparse array are written unordered or in global order");
    assertThatThrownBy(
            () -> engine.array(ARRAY).writer(WriteRequest.DEFAULT.subarray(Subarray.of("x", 1, 2))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("a write to a sparse array cannot have a subarray");
  }

  @Test
  void makesNoFragmentOfNoCells() {
    engine.create(ARRAY, points().build());

    assertThat(write(WriteRequest.DEFAULT)).isEmpty();
    assertThat(write(WriteRequest.DEFAULT, batch(ints("x"), longs("v")))).isEmpty();
    assertThat(storage.list(ARRAY.resolve("__fragments"))).isEmpty();
    assertThat(storage.list(ARRAY.resolve("__commits"))).isEmpty();
  }

  @Test
  void beginsANewFragmentWhereOneWouldBecomeTooLarge() {
    engine.create(ARRAY, points().coordsFilters(FilterPipeline.EMPTY).build());
    int[] x = new int[50];
    for (int i = 0; i < x.length; i++) {
      x[i] = 50 - i;
    }

    List<String> names =
        write(
            WriteRequest.DEFAULT.maxFragmentSize(300),
            batch(ints("x", x), longs("v", new long[50])));

    assertThat(names).hasSizeGreaterThan(2);
    assertThat(engine.open(ARRAY).fragments()).hasSameSizeAs(names);
    assertThat(storage.list(ARRAY.resolve("__commits"))).hasSize(1);
    for (String name : names) {
      long data = 0;
      for (Storage.Entry file : storage.list(ARRAY.resolve("__fragments").resolve(name))) {
        data += file.name().startsWith("__") ? 0 : file.size();
      }
      assertThat(data).isLessThanOrEqualTo(300);
    }
    assertThat(rows()).hasSize(50);
  }
}
