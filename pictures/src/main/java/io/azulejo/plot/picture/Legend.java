package io.azulejo.plot.picture;

import java.util.List;

/**
 * A legend of categories, each with a color and a character. The value of a category is its index.
 *
 * @param title the title of the legend
 * @param entries the names of the categories
 * @param other whether the last category is gray and stands for all categories that have no entry
 */
public record Legend(String title, List<String> entries, boolean other) implements Coloring {
  private static final String SYMBOLS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Copies the list of entries. */
  public Legend {
    entries = List.copyOf(entries);
  }

  /** Creates a legend without a category for the remaining values. */
  public Legend(String title, List<String> entries) {
    this(title, entries, false);
  }

  @Override
  public int rgb(double value) {
    if (isContinuous()) {
      return Colors.scale(value / (entries.size() - 1));
    }
    boolean last = other && (int) value == entries.size() - 1;
    return Colors.category(last ? Colors.CATEGORIES - 1 : (int) value);
  }

  @Override
  public char symbol(double value) {
    return (int) value < SYMBOLS.length() ? SYMBOLS.charAt((int) value) : '#';
  }

  /**
   * Returns whether there are more categories than colors, so that colors come from a continuous
   * scale.
   */
  boolean isContinuous() {
    return entries.size() > Colors.CATEGORIES;
  }
}
