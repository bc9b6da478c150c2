package io.azulejo.plot.picture;

import java.util.List;
import java.util.stream.Stream;

/**
 * A picture: one or more panels that share two axes.
 *
 * @param title the title
 * @param note additional text below the title, in small letters; may be empty
 * @param x the horizontal axis, from left to right
 * @param y the vertical axis
 * @param downwards whether y increases downwards, like the rows of a table
 * @param aspect the height of a panel relative to its width; 0 for any
 * @param inks the coloring of values; null if no layer needs one
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
  /** Copies the list of panels. */
  public Picture {
    panels = List.copyOf(panels);
  }

  /**
   * Returns a picture of one unnamed panel of any shape.
   *
   * @param layers the layers of the panel in drawing order, bottom first
   */
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

  /** Returns a copy of the picture with another title. */
  public Picture titled(String other) {
    return new Picture(other, note, x, y, downwards, aspect, inks, panels);
  }

  /** Returns the layers of all panels. */
  Stream<Layer> layers() {
    return panels.stream().flatMap(panel -> panel.layers().stream());
  }

  /** Returns the title of an axis, followed by the note of its ticks in parentheses, if any. */
  static String title(Axis axis, Ticks ticks) {
    return ticks.note().isEmpty() ? axis.title() : axis.title() + " (" + ticks.note() + ")";
  }
}
