package io.azulejo.plot.picture;

/** An axis, divided into bins of equal length, numbered from 0. */
public abstract sealed class Axis permits IntegerAxis, FloatingPointAxis, ListAxis, LogAxis {
  private final String title;
  private final int bins;

  Axis(String title, int bins) {
    this.title = title;
    this.bins = bins;
  }

  /** Returns the title. */
  public final String title() {
    return title;
  }

  /** Returns the number of bins, at least 1. */
  public final int bins() {
    return bins;
  }

  /** Returns the position of a number in bins; for numbers with a length, their middle. */
  public abstract double position(double value);

  /** Returns the bin of a number; -1 for numbers beyond the ends or without a position. */
  public int bin(double value) {
    double at = position(value);
    return at >= 0 && at <= bins ? Math.min((int) at, bins - 1) : -1;
  }

  /** Returns at most about this many ticks. */
  public abstract Ticks ticks(int max);
}
