package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many more cells than fit in memory are written, in any order and in global order. */
@Tag("full")
class SparseStreamingTest {
  private static final int CELL = 3 * Long.BYTES;

  @TempDir Path folder;

  @Test
  void aHeapOf64MebibytesWrites300MegabytesInAnyOrder() throws Exception {
    write("-Xmx64m", 300_000_000L / CELL, Layout.UNORDERED);
  }

  @Test
  void aHeapOf64MebibytesWrites300MegabytesInGlobalOrder() throws Exception {
    write("-Xmx64m", 300_000_000L / CELL, Layout.GLOBAL_ORDER);
  }

  @Test
  @Tag("slow")
  void aHeapOf256MebibytesWrites4GigabytesInAnyOrder() throws Exception {
    write("-Xmx256m", 4_000_000_000L / CELL, Layout.UNORDERED);
  }

  @Test
  @Tag("slow")
  void aHeapOf256MebibytesWrites4GigabytesInGlobalOrder() throws Exception {
    write("-Xmx256m", 4_000_000_000L / CELL, Layout.GLOBAL_ORDER);
  }

  private void write(String heap, long cells, Layout layout)
      throws IOException, InterruptedException {
    Path path = folder.resolve("array");
    // So small a heap of G1 is a few dozen regions: arrays of several regions may find no place in
    // a row, however much is free. What counts here is what is held.
    String said =
        JavaProcess.run(
            List.of(heap, "-XX:+UseSerialGC"),
            Writer.class,
            path.toString(),
            Long.toString(cells),
            layout.name());

    assertThat(said).isEqualTo("1 fragments");
    try (Azulejo engine = Azulejo.create()) {
      Array array = engine.open(Location.of(path));
      assertThat(count(array)).isEqualTo(cells);
      assertThat(sumOfNumbers(array)).isEqualTo(cells * (cells - 1) / 2);
      checkSomeCells(array, cells, layout);
    }
    try (Stream<Path> files = Files.walk(path)) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  private static long count(Array array) {
    return array.read().aggregate("count()").column(0).getLong(0);
  }

  private static long sumOfNumbers(Array array) {
    return array
        .read()
        .aggregate(Aggregation.of(List.of(Aggregate.sum("number"))))
        .column(0)
        .getLong(0);
  }

  private static void checkSomeCells(Array array, long cells, Layout layout) {
    long step = cells / 7;
    for (long number = 0; number < cells; number += step) {
      long place = place(number, layout);
      ReadRequest request = ReadRequest.ALL.subarray(Subarray.of("place", place, place));
      try (BatchReader in = array.read(request).batches()) {
        Batch batch = in.next();
        assertThat(batch.rows()).isEqualTo(1);
        assertThat(batch.column("number").getLong(0)).isEqualTo(number);
        assertThat(batch.column("half").getDouble(0)).isEqualTo(number / 2.0);
      }
    }
  }

  /** Where a cell is: all over the domain, or one after the other. */
  private static long place(long number, Layout layout) {
    return layout == Layout.UNORDERED ? number * 0x9E3779B1L & Writer.DOMAIN - 1 : number;
  }

  /** Writes; run in a process of its own. */
  static final class Writer {
    static final long DOMAIN = 1L << 28;
    private static final int BATCH = 20_000;

    private Writer() {}

    public static void main(String[] arguments) {
      long cells = Long.parseLong(arguments[1]);
      Layout layout = Layout.valueOf(arguments[2]);
      Location location = Location.of(arguments[0]);
      ArraySchema schema =
          TestSchemas.of(
              "sparse(place INT64 0..%s/%s) number INT64, half FLOAT64; capacity 20000",
              DOMAIN - 1, 1L << 16);
      WriteRequest request = WriteRequest.DEFAULT.layout(layout);
      try (Azulejo engine = Azulejo.builder().durable(false).build()) {
        engine.create(location, schema);
        try (ArrayWriter out = engine.array(location).writer(request)) {
          for (long from = 0; from < cells; from += BATCH) {
            out.append(batch(from, (int) Math.min(BATCH, cells - from), layout));
          }
          System.out.printf("%d fragments%n", out.commit().size());
        }
      }
    }

    private static Batch batch(long from, int rows, Layout layout) {
      ByteBuffer places = buffer(rows);
      ByteBuffer numbers = buffer(rows);
      ByteBuffer halves = buffer(rows);
      for (int i = 0; i < rows; i++) {
        places.putLong(place(from + i, layout));
        numbers.putLong(from + i);
        halves.putDouble((from + i) / 2.0);
      }
      return Batch.of(
          rows,
          List.of(
              new FixedColumn("place", Datatype.INT64, 1, rows, places.array(), null),
              new FixedColumn("number", Datatype.INT64, 1, rows, numbers.array(), null),
              new FixedColumn("half", Datatype.FLOAT64, 1, rows, halves.array(), null)));
    }

    private static ByteBuffer buffer(int rows) {
      return ByteBuffer.allocate(rows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
