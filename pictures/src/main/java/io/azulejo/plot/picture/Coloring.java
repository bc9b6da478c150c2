package io.azulejo.plot.picture;

/**
 * Maps values to colors and characters: a {@link Scale} for numbers or a {@link Legend} for
 * categories.
 */
public sealed interface Coloring permits Scale, Legend {
  /** Returns the color of a value as {@code 0xRRGGBB}. */
  int rgb(double value);

  /** Returns the character that represents a value in output without colors. */
  char symbol(double value);
}
