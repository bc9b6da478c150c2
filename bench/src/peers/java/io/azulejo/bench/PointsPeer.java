package io.azulejo.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** A library that keeps the points, and finds some of them. */
interface PointsPeer {
  /** Writes a file or folder, cells in the order in which they are given. */
  void write(Path file, PointCells cells) throws Exception;

  /** Whether reads take a file of cells that were sorted before. */
  boolean wantsSorted();

  /** Opens what was written. */
  Points open(Path file) throws Exception;

  /**
   * What is open. Reads return when all values have come; the sum of what they found is made up
   * when it is asked for.
   */
  interface Points extends AutoCloseable {
    /** All cells, all fields. */
    LongSupplier scan() throws Exception;

    /** The cells of a box, all fields. */
    LongSupplier box(long x, long y, long side) throws Exception;

    /** {@code x}, {@code y} and {@code v} where {@code v} is greater. */
    LongSupplier filter(double v) throws Exception;

    /** The sum of {@code v}, rounded down, plus the number of cells. */
    LongSupplier sum() throws Exception;

    @Override
    default void close() throws IOException {
      // Nothing is held.
    }
  }
}
