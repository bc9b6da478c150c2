package io.azulejo.plot.picture;

/**
 * How panels lie beside and below one another.
 *
 * @param columns how many lie side by side
 * @param rows how many lie below one another
 * @param width the width of one
 * @param height the height of one, without its name
 */
public record PanelGrid(int columns, int rows, double width, double height) {
  static final int BETWEEN = 16;
  static final int NAME = 22;
  private static final int MIN_LINES = 6;

  /** Panels that may have any shape are about so many times as wide as high. */
  private static final double USUAL = 1.35;

  /**
   * The grid that leaves most room to panels of a shape.
   *
   * @param panels how many there are, at least 1
   * @param width of all together
   * @param height of all together
   * @param aspect the height of a panel as a multiple of its width; 0 where it may have any
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
   * Panels below one another, of characters.
   *
   * @param panels how many there are, at least 1
   * @param width of each
   * @param height of all together
   */
  public static PanelGrid below(int panels, double width, double height) {
    return new PanelGrid(1, panels, width, Math.max(MIN_LINES, Math.floor(height / panels)));
  }

  /** The same of panels of a shape, or of any if that is 0. */
  public PanelGrid shapedAs(double aspect) {
    if (aspect <= 0) {
      return this;
    }
    double wide = Math.min(width, height / aspect);
    return new PanelGrid(columns, rows, wide, wide * aspect);
  }
}
