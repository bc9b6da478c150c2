package io.azulejo.plot.picture;

/** The display of values: a {@link Scale} of numbers, or a {@link Legend} of categories. */
public sealed interface Coloring permits Scale, Legend {
  /** Returns the color of a value. */
  int rgb(double value);

  /** Returns the character for a value in output without colors. */
  char symbol(double value);
}
