package io.azulejo.plot.picture;

import java.util.List;

/**
 * Categories, each with a color and a character. Their values are their indexes.
 *
 * @param title the title of the categories
 * @param entries the names of the categories
 * @param other whether the last category stands for all others and is gray
 */
public record Legend(String title, List<String> entries, boolean other) implements Coloring {
  private static final String SYMBOLS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Copies the list. */
  public Legend {
    entries = List.copyOf(entries);
  }

  /** Creates a legend without a category for all others. */
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

  /** Returns whether there are more categories than colors, so that a scale is used. */
  boolean isContinuous() {
    return entries.size() > Colors.CATEGORIES;
  }
}
