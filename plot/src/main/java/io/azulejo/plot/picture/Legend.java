package io.azulejo.plot.picture;

import java.util.List;

/**
 * Things, each with a colour and a character. Their values are their indexes.
 *
 * @param title what they are
 * @param entries the things
 */
public record Legend(String title, List<String> entries) implements Coloring {
  private static final String SYMBOLS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Takes a copy of the list. */
  public Legend {
    entries = List.copyOf(entries);
  }

  @Override
  public int rgb(double value) {
    return entries.size() <= Colors.CATEGORIES
        ? Colors.category((int) value)
        : Colors.scale(value / (entries.size() - 1));
  }

  @Override
  public char symbol(double value) {
    return (int) value < SYMBOLS.length() ? SYMBOLS.charAt((int) value) : '#';
  }
}
