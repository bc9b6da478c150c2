package io.azulejo.bench;

import java.io.IOException;
import java.nio.file.Path;

/** A library that keeps the field, a square of doubles, and reads windows of it. */
interface DensePeer {
  /** The length of both sides of a tile, block or chunk. */
  int TILE = 256;

  /**
   * Whether it can compress so.
   *
   * @param variant {@code none}, {@code lz4} or {@code zstd}
   */
  boolean has(String variant);

  /** Writes a file or folder: the values row by row. */
  void write(Path file, String variant, int side, double[] values) throws Exception;

  /** Opens what was written. */
  Windows open(Path file, String variant, int side) throws Exception;

  /** What is open. */
  interface Windows extends AutoCloseable {
    /** Reads a window to new arrays, in row-major order: one for all of it, or one for each row. */
    double[][] read(int y, int x, int height, int width) throws Exception;

    @Override
    default void close() throws IOException {
      // Nothing is held.
    }
  }
}
