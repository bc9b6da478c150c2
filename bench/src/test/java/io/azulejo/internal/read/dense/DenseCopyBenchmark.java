package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** Cells of a decoded tile of 256 x 256 doubles, run by run to where they belong in the answer. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DenseCopyBenchmark {
  private static final int TILE = 256;

  /** The side of the answer, in which the tile is one of several. */
  private static final int SIDE = 1024;

  /** Which cells of the tile go where. */
  @Param({"whole", "row", "box", "columns", "stride", "turned"})
  public String cells;

  /** The array of the answer. */
  @Param({"double[]", "byte[]"})
  public String target;

  private final byte[] tile = new byte[TILE * TILE * Double.BYTES];
  private TileRegion region;
  private CellTarget answer;

  /** For JMH. */
  public DenseCopyBenchmark() {}

  /** Makes the tile and the region. */
  @Setup
  public void make() {
    new Random(7).nextBytes(tile);
    Range domain = Range.of(0, SIDE - 1);
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, domain, TILE))
            .dimension(Dimension.of("x", Datatype.INT32, domain, TILE))
            .attribute(Attribute.of("t", Datatype.FLOAT64))
            .build();
    TileGrid grid = TileGrid.of(schema);
    answer =
        CellTarget.of(
            target.equals("double[]")
                ? new double[SIDE * SIDE]
                : new byte[SIDE * SIDE * Double.BYTES],
            Double.BYTES);
    region =
        switch (cells) {
          case "whole" -> box(grid, 0, 0, TILE, TILE, 1, SIDE, 1);
          case "row" -> box(grid, 100, 0, 1, TILE, 1, SIDE, 1);
          case "box" -> box(grid, 100, 100, 16, 16, 1, SIDE, 1);
          case "columns" -> box(grid, 0, 100, TILE, 8, 1, SIDE, 1);
          case "stride" -> box(grid, 0, 0, TILE / 2, TILE / 2, 2, SIDE, 1);
          case "turned" -> box(grid, 0, 0, TILE, TILE, 1, 1, SIDE);
          default -> throw new IllegalArgumentException("no cells " + cells);
        };
  }

  private static TileRegion box(
      TileGrid grid, int y, int x, int height, int width, int step, int strideY, int strideX) {
    return new BoxRegion(
        grid,
        new long[] {0, 0},
        new long[] {y, x},
        new int[] {height, width},
        new int[] {step, step},
        0,
        new int[] {strideY, strideX});
  }

  /** Copies them. */
  @Benchmark
  public CellTarget copy() {
    for (TileRegion.Runs runs = region.runs(); runs.next(); ) {
      answer.copy(tile, runs.cell * Double.BYTES, runs.cellStep, runs.place, runs.step, runs.count);
    }
    return answer;
  }
}
