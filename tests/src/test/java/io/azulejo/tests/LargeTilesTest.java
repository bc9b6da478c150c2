package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiles of half of the memory budget, and many threads: the heap need not be larger for it. */
@Tag("full")
class LargeTilesTest {
  /** What the heap holds besides: classes' own objects, the program, a piece that is written. */
  private static final int BESIDES = 48;

  @TempDir Path folder;

  /** Writes with a larger budget, and reads; returns what is said of that. */
  private List<String> writeAndRead(int tile, int budget) throws Exception {
    assertThat(run("write", tile, 3 * budget)).isEmpty();
    return run("read", tile, budget);
  }

  private List<String> run(String act, int tile, int budget)
      throws IOException, InterruptedException {
    // The serial collector compacts: G1 may find no place for a tile of several regions in so small
    // a heap.
    List<String> options =
        List.of(
            "-Xmx" + (budget + BESIDES) + "m", "-XX:MaxDirectMemorySize=64m", "-XX:+UseSerialGC");
    return JavaProcess.run(
            options,
            LargeTiles.class,
            act,
            folder.toString(),
            Integer.toString(tile),
            Integer.toString(budget),
            "16")
        .lines()
        .toList();
  }

  /** The lines of the program: what is read, the cells and the sum of their values. */
  private static List<String> expected(int tile) {
    long tileCells = ((long) tile << 20) / Double.BYTES;
    long[] all = cellsAndSum(4 * tileCells, 1000);
    long[] some = cellsAndSum(4 * tileCells, 500);
    long[] across = across(tileCells);
    List<String> lines = new ArrayList<>();
    for (String name : List.of("none", "zstd", "shuffle")) {
      for (String order : List.of("rows", "columns", "unordered")) {
        lines.add("%s %s %d %d".formatted(name, order, all[0], all[1]));
      }
      lines.add("%s across %d %d".formatted(name, across[0], across[1]));
      lines.add("%s where %d %d".formatted(name, some[0], some[1]));
      lines.add("%s sum %d".formatted(name, some[1]));
    }
    long[] sparse = cellsAndSum(tileCells, 1000);
    lines.add("sparse unordered %d %d".formatted(sparse[0], sparse[1]));
    lines.add("sparse rows %d %d".formatted(sparse[0], sparse[1]));
    long[] tested = cellsAndSum(tileCells, 500);
    lines.add("sparse where %d %d".formatted(tested[0], tested[1]));
    long[] until = cellsAndSum(tileCells / 2 + 1, 500);
    long[] before = cellsAndSum(tileCells / 4, 500);
    lines.add("sparse across %d %d".formatted(until[0] - before[0], until[1] - before[1]));
    return lines;
  }

  /** Of the cells before one, those with values below a limit: how many, and the sum of values. */
  private static long[] cellsAndSum(long cells, int limit) {
    long count = 0;
    long sum = 0;
    for (long cell = 0; cell < cells; cell++) {
      long value = cell % 1000;
      if (value < limit) {
        count++;
        sum += value;
      }
    }
    return new long[] {count, sum};
  }

  /** The middle of two by two tiles. */
  private static long[] across(long tileCells) {
    long rows = 1L << (63 - Long.numberOfLeadingZeros(tileCells)) / 2;
    long columns = tileCells / rows;
    long sum = 0;
    for (long y = rows / 2; y < rows + rows / 2; y++) {
      for (long x = columns / 2; x < columns + columns / 2; x++) {
        long tile = y / rows * 2 + x / columns;
        sum += (tile * tileCells + y % rows * columns + x % columns) % 1000;
      }
    }
    return new long[] {tileCells, sum};
  }

  @Test
  void tilesOf16MebibytesWithinABudgetOf32() throws Exception {
    assertThat(writeAndRead(16, 32)).isEqualTo(expected(16));
  }

  @Test
  @Tag("slow")
  void tilesOf256MebibytesWithinABudgetOf512() throws Exception {
    assertThat(writeAndRead(256, 512)).isEqualTo(expected(256));
  }
}
