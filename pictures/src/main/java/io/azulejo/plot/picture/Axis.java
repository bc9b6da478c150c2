package io.azulejo.plot.picture;

/** An axis of a picture, divided into bins of equal width. Bins are numbered from 0. */
public abstract sealed class Axis permits IntegerAxis, FloatingPointAxis, ListAxis, LogAxis {
  private final String title;
  private final int bins;

  Axis(String title, int bins) {
    this.title = title;
    this.bins = bins;
  }

  /** Returns the title of the axis. */
  public final String title() {
    return title;
  }

  /** Returns the number of bins, at least 1. */
  public final int bins() {
    return bins;
  }

  /**
   * Returns the position of a number, in bins from the start of the axis. A number that covers an
   * interval, such as an integer, is placed at the middle of the interval. The position can lie
   * beyond the ends of the axis.
   */
  public abstract double position(double value);

  /**
   * Returns the bin that contains a number, or -1 if the number is beyond the ends of the axis or
   * has no position.
   */
  public int bin(double value) {
    double at = position(value);
    return at >= 0 && at <= bins ? Math.min((int) at, bins - 1) : -1;
  }

  /**
   * Returns ticks for the axis.
   *
   * @param max the approximate maximum number of ticks
   */
  public abstract Ticks ticks(int max);
}
