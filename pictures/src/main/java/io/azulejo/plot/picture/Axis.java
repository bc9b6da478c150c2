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

  /** Where a number is, in bins: its middle, where it has some length. */
  public abstract double position(double value);

  /** The bin of a number; -1 for those beyond the ends and those that have no place. */
  public int bin(double value) {
    double at = position(value);
    return at >= 0 && at <= bins ? Math.min((int) at, bins - 1) : -1;
  }

  /** At most about so many marks. */
  public abstract Ticks ticks(int max);
}
