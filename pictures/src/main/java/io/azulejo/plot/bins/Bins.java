package io.azulejo.plot.bins;

import java.util.Arrays;

/**
 * Bins that count cells and accumulate their values: the sum and, optionally, the extremes or the
 * categories.
 */
public final class Bins {
  private final double[] counts;
  private final double[] sums;
  private final double[] lows; // null unless extremes are kept
  private final double[] highs;
  private final int[] votes; // null unless values are categories
  private final int categories;

  private Bins(int size, boolean extremes, int categories) {
    this.counts = new double[size];
    this.sums = new double[size];
    this.lows = extremes ? new double[size] : null;
    this.highs = extremes ? new double[size] : null;
    this.votes = categories > 0 ? new int[size * categories] : null;
    this.categories = categories;
    if (extremes) {
      Arrays.fill(lows, Double.POSITIVE_INFINITY);
      Arrays.fill(highs, Double.NEGATIVE_INFINITY);
    }
  }

  /** Returns empty bins for numbers. */
  public static Bins of(int size) {
    return new Bins(size, false, 0);
  }

  /** Returns empty bins for numbers, which also keep the least and the greatest value. */
  public static Bins withExtremes(int size) {
    return new Bins(size, true, 0);
  }

  /**
   * Returns empty bins for categories, whose values are their indexes.
   *
   * @param size the number of bins
   * @param categories the number of categories
   */
  public static Bins ofCategories(int size, int categories) {
    return new Bins(size, false, categories);
  }

  /** Adds a cell, unless its bin is -1 or its value is NaN. */
  public void add(int bin, double value) {
    if (bin >= 0 && !Double.isNaN(value)) {
      counts[bin]++;
      sums[bin] += value;
      if (lows != null) {
        lows[bin] = Math.min(lows[bin], value);
        highs[bin] = Math.max(highs[bin], value);
      }
      if (votes != null) {
        votes[bin * categories + (int) value]++;
      }
    }
  }

  /** Adds a fraction of a cell to the count of a bin, without a value. */
  public void addPart(int bin, double part) {
    counts[bin] += part;
  }

  /**
   * Replaces the content of a bin.
   *
   * @param count the number of cells
   * @param mean the mean of their values
   * @param low the least value; ignored unless extremes are kept
   * @param high the greatest value; ignored unless extremes are kept
   */
  public void set(int bin, double count, double mean, double low, double high) {
    counts[bin] = count;
    sums[bin] = mean * count;
    if (lows != null) {
      lows[bin] = low;
      highs[bin] = high;
    }
  }

  /**
   * Replaces the content of a bin with a copy of another bin's content. Votes for categories are
   * not copied.
   */
  public void copy(int from, int to) {
    counts[to] = counts[from];
    sums[to] = sums[from];
    if (lows != null) {
      lows[to] = lows[from];
      highs[to] = highs[from];
    }
  }

  /** Returns the number of bins. */
  public int size() {
    return counts.length;
  }

  /** Returns the number of cells in a bin. It can be fractional. */
  public double count(int bin) {
    return counts[bin];
  }

  /** Returns the number of cells in the fullest bin. */
  public double max() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Returns the number of bins that contain cells. */
  public long filled() {
    return Arrays.stream(counts).filter(count -> count > 0).count();
  }

  /** Returns the number of cells in all bins. */
  public double cells() {
    return Arrays.stream(counts).sum();
  }

  /** Returns the number of cells in each bin, with NaN instead of 0. */
  public double[] counts() {
    return Arrays.stream(counts).map(count -> count == 0 ? Double.NaN : count).toArray();
  }

  /** Returns the mean of the values in a bin, or NaN if the bin is empty. */
  public double mean(int bin) {
    return counts[bin] == 0 ? Double.NaN : sums[bin] / counts[bin];
  }

  /** Returns the mean value or the most frequent category of each bin, with NaN for empty bins. */
  public double[] values() {
    double[] values = new double[counts.length];
    Arrays.setAll(
        values, bin -> votes == null || counts[bin] == 0 ? mean(bin) : mostFrequentCategory(bin));
    return values;
  }

  private int mostFrequentCategory(int bin) {
    int best = 0;
    for (int name = 1; name < categories; name++) {
      best = votes[bin * categories + name] > votes[bin * categories + best] ? name : best;
    }
    return best;
  }

  /**
   * Returns the least value of each bin, with positive infinity for empty bins. Null unless
   * extremes are kept. The array is not copied.
   */
  public double[] lows() {
    return lows;
  }

  /**
   * Returns the greatest value of each bin, with negative infinity for empty bins. Null unless
   * extremes are kept. The array is not copied.
   */
  public double[] highs() {
    return highs;
  }
}
