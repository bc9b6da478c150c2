package io.azulejo.plot.picture;

import java.util.List;

/**
 * Things, each with a colour and a character. Their values are their indexes.
 *
 * @param title what they are
 * @param entries the things
 * @param other whether the last one stands for all others, which is grey
 */
public record Legend(String title, List<String> entries, boolean other) implements Coloring {
  private static final String SYMBOLS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Takes a copy of the list. */
  public Legend {
    entries = List.copyOf(entries);
  }

  /** Things of which none stands for others. */
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

  /** Whether there are more things than colours, which makes them a scale. */
  boolean isContinuous() {
    return entries.size() > Colors.CATEGORIES;
  }
}
