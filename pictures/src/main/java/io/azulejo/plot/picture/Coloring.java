package io.azulejo.plot.picture;

/** How values are shown: a {@link Scale} of numbers, or a {@link Legend} of things. */
public sealed interface Coloring permits Scale, Legend {
  /** The colour of a value. */
  int rgb(double value);

  /** The character that stands for a value where there are no colours. */
  char symbol(double value);
}
