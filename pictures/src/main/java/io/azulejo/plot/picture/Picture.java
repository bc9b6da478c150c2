package io.azulejo.plot.picture;

import java.util.List;
import java.util.stream.Stream;

/**
 * A picture: one or several panels between the same two axes.
 *
 * @param title what it shows
 * @param note more about it, in small; may be empty
 * @param x the axis to the right
 * @param y the other axis
 * @param downwards whether y grows downwards, as rows of a table do
 * @param aspect the height of a panel as a multiple of its width; 0 where it may have any
 * @param inks how values are shown; null where there are none
 * @param panels what is drawn, at least one
 */
public record Picture(
    String title,
    String note,
    Axis x,
    Axis y,
    boolean downwards,
    double aspect,
    Coloring inks,
    List<Panel> panels) {
  /** Takes a copy of the list. */
  public Picture {
    panels = List.copyOf(panels);
  }

  /** A picture of one panel of any shape, with these layers. */
  public static Picture of(
      String title,
      String note,
      Axis x,
      Axis y,
      boolean downwards,
      Coloring inks,
      List<Layer> layers) {
    return new Picture(title, note, x, y, downwards, 0, inks, List.of(new Panel("", layers)));
  }

  /** The same with another title. */
  public Picture titled(String other) {
    return new Picture(other, note, x, y, downwards, aspect, inks, panels);
  }

  /** The layers of all panels. */
  Stream<Layer> layers() {
    return panels.stream().flatMap(panel -> panel.layers().stream());
  }

  /** The title of an axis with what its marks have in common. */
  static String title(Axis axis, Ticks ticks) {
    return ticks.note().isEmpty() ? axis.title() : axis.title() + " (" + ticks.note() + ")";
  }
}
