package io.azulejo;

/** The layer of tests that runs: the short one by default, the full one with {@code -Pfull}. */
public final class TestLayer {
  /** Whether all cases run. */
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
}
