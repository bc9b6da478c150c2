package io.azulejo.plot.picture;

import java.util.List;
import java.util.stream.Stream;

/**
 * A picture: one or several panels between the same two axes.
 *
 * @param title the title
 * @param note additional text in small letters; may be empty
 * @param x the axis from left to right
 * @param y the other axis
 * @param downwards whether y increases downwards, like rows of a table
 * @param aspect the height of a panel relative to its width; 0 for any
 * @param inks the coloring of values; null for none
 * @param panels the panels, at least one
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
  /** Copies the list. */
  public Picture {
    panels = List.copyOf(panels);
  }

  /** Returns a picture of one panel of any shape with these layers. */
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

  /** Returns a copy with another title. */
  public Picture titled(String other) {
    return new Picture(other, note, x, y, downwards, aspect, inks, panels);
  }

  /** Returns the layers of all panels. */
  Stream<Layer> layers() {
    return panels.stream().flatMap(panel -> panel.layers().stream());
  }

  /** Returns the title of an axis with the common part of its labels. */
  static String title(Axis axis, Ticks ticks) {
    return ticks.note().isEmpty() ? axis.title() : axis.title() + " (" + ticks.note() + ")";
  }
}
