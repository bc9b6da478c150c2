package io.azulejo.plot.picture;

/** An axis, cut into bins of equal length, which are counted from 0. */
public abstract sealed class Axis permits IntegerAxis, FloatingPointAxis, ListAxis, LogAxis {
  private final String title;
  private final int bins;

  Axis(String title, int bins) {
    this.title = title;
    this.bins = bins;
  }

  /** What it is about. */
  public final String title() {
    return title;
  }

  /** The number of bins, at least 1. */
  public final int bins() {
    return bins;
  }

  /** At most about so many marks. */
  public abstract Ticks ticks(int max);
}
