package io.azulejo.internal.order;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Sorting and merging of 64 Ki cells by two coordinates, keys made from them first. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OrderBenchmark {
  private static final int CELLS = 64 << 10;
  private static final int SIDE = 1_000_000;

  /** What is brought into order: cells in any order, or tiles that are in order each. */
  @Param({"sort row-major", "sort tiles", "sort hilbert", "merge 8 apart", "merge 8 overlapping"})
  public String cells;

  private CellKeys order;
  private List<Part> parts;

  /** Cells with their keys. */
  private static final class Part extends Cells {
    Part(long[] x, long[] y) {
      keys = new long[][] {x, y};
      selected = x.length;
    }
  }

  /** For JMH. */
  public OrderBenchmark() {}

  /** Draws the cells. */
  @Setup
  public void draw() {
    ArraySchema schema =
        ArraySchema.sparse()
            .cellOrder(cells.endsWith("hilbert") ? Layout.HILBERT : Layout.ROW_MAJOR)
            .dimension(dimension("x"))
            .dimension(dimension("y"))
            .attribute(Attribute.of("a", Datatype.INT32))
            .build();
    boolean rowMajor = cells.endsWith("row-major") || cells.startsWith("merge");
    order = new CellKeys(schema, rowMajor ? Layout.ROW_MAJOR : Layout.GLOBAL_ORDER);
    Random random = new Random(7);
    parts =
        switch (cells) {
          case "merge 8 apart" ->
              IntStream.range(0, 8)
                  .mapToObj(i -> sorted(random, CELLS / 8, i * (SIDE / 8), (i + 1) * (SIDE / 8)))
                  .toList();
          case "merge 8 overlapping" ->
              IntStream.range(0, 8).mapToObj(i -> sorted(random, CELLS / 8, 0, SIDE)).toList();
          default -> List.of(new Part(draw(random, CELLS, 0, SIDE), draw(random, CELLS, 0, SIDE)));
        };
  }

  private static Dimension dimension(String name) {
    return Dimension.of(name, Datatype.INT64, Range.of(0, SIDE - 1), 10_000);
  }

  private static long[] draw(Random random, int count, int from, int end) {
    return random.longs(count, from, end).toArray();
  }

  private static Part sorted(Random random, int count, int from, int end) {
    long[] x = draw(random, count, from, end);
    Arrays.sort(x);
    return new Part(x, draw(random, count, 0, SIDE));
  }

  /** The order of the cells. */
  @Benchmark
  public int[] order() {
    return new KeySort(KeySort.Workers::serially, null)
        .sort(order.of(parts, KeySort.Workers::serially).values())
        .positions();
  }
}
