package io.azulejo.plot.picture;

import java.util.List;

/**
 * A picture with axes.
 *
 * @param title what it shows
 * @param note more about it, in small; may be empty
 * @param x the axis to the right
 * @param y the other axis
 * @param downwards whether y grows downwards, as rows of a table do
 * @param inks how values are shown; null where there are none
 * @param layers what is drawn, in that order
 */
public record Picture(
    String title,
    String note,
    Axis x,
    Axis y,
    boolean downwards,
    Coloring inks,
    List<Layer> layers) {
  /** Takes a copy of the list. */
  public Picture {
    layers = List.copyOf(layers);
  }

  /** The title of an axis with what its marks have in common. */
  static String title(Axis axis, Ticks ticks) {
    return ticks.note().isEmpty() ? axis.title() : axis.title() + " (" + ticks.note() + ")";
  }
}
