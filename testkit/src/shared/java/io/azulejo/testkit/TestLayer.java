package io.azulejo.testkit;

import java.util.List;
import java.util.stream.IntStream;

/** The test layer: short by default, full with {@code -Pfull}. */
public final class TestLayer {
  /** Whether the full layer runs, with all cases. */
  public static final boolean FULL = Boolean.getBoolean("azulejo.full");

  private TestLayer() {}

  /**
   * Returns the number of cases to run.
   *
   * @param full the number in the full layer
   * @param part the number in the short layer
   */
  public static int cases(int full, int part) {
    return FULL ? full : part;
  }

  /** Returns the list in the full layer, every {@code step}-th element in the short layer. */
  public static <T> List<T> some(List<T> all, int step) {
    return FULL
        ? all
        : IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
  }
}
