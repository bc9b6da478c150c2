package io.azulejo.plot.picture;

/**
 * The arrangement of a picture's panels in a grid. Lengths have the unit of the caller, such as
 * pixels or lines.
 *
 * @param columns the number of panels side by side
 * @param rows the number of panels in a column
 * @param width the width of each panel
 * @param height the height of each panel without its name
 */
public record PanelGrid(int columns, int rows, double width, double height) {
  static final int BETWEEN = 16;
  static final int NAME = 22;
  private static final int MIN_LINES = 6;

  /** The approximate width of panels relative to their height if they may have any shape. */
  private static final double USUAL = 1.35;

  /**
   * Returns the grid that gives the most space to panels of a given shape.
   *
   * @param panels the number of panels, at least 1
   * @param width the width of the grid in pixels
   * @param height the height of the grid in pixels
   * @param aspect the height of a panel relative to its width; 0 for any shape
   */
  public static PanelGrid of(int panels, double width, double height, double aspect) {
    PanelGrid best = null;
    double score = Double.NEGATIVE_INFINITY;
    for (int columns = 1; columns <= panels; columns++) {
      int rows = (panels + columns - 1) / columns;
      double each = Math.max(1, (width - (columns - 1) * BETWEEN) / columns);
      double high =
          Math.max(1, (height - (panels > 1 ? rows * NAME + (rows - 1) * BETWEEN : 0)) / rows);
      PanelGrid grid = new PanelGrid(columns, rows, each, high);
      double shape = aspect > 0 ? aspect : 1 / USUAL;
      double used = Math.min(each, high / shape);
      if (used * used * shape > score * 1.01) {
        score = used * used * shape;
        best = grid;
      }
    }
    return best.shapedAs(aspect);
  }

  /**
   * Returns a grid of one column, for text output.
   *
   * @param panels the number of panels, at least 1
   * @param width the width of each panel in characters
   * @param height the height of the grid in lines; panels can exceed it, because they have a
   *     minimum height
   */
  public static PanelGrid below(int panels, double width, double height) {
    return new PanelGrid(1, panels, width, Math.max(MIN_LINES, Math.floor(height / panels)));
  }

  /**
   * Returns the grid with its panels shrunk to a shape.
   *
   * @param aspect the height of a panel relative to its width; 0 keeps the shape
   */
  public PanelGrid shapedAs(double aspect) {
    if (aspect <= 0) {
      return this;
    }
    double wide = Math.min(width, height / aspect);
    return new PanelGrid(columns, rows, wide, wide * aspect);
  }
}
