package io.azulejo.plot.picture;

import java.util.Arrays;

/**
 * The characters between the axes of a {@link TextChart}. A value fills a whole character, or half
 * of one if there are colors. Dots, eight per character, are drawn over the values.
 */
final class TextGrid {
  private static final int BRAILLE = 0x2800;
  private static final int DOTS_ACROSS = 2;
  private static final int DOTS_DOWN = 4;
  private static final int EIGHTHS = 8;

  /** The bits of a Braille character's dots: column by column, from the top. */
  private static final int[] BITS = {0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80};

  private final int columns;
  private final int lines;
  private final int halves;
  private final ColorDepth depth;
  private final Coloring inks;
  private final double[] values;
  private final int[] dots;
  private final double[] dotValues;
  private final char[] marks;
  private final char[] glyphs;
  private final double[] glyphValues;

  TextGrid(int columns, int lines, ColorDepth depth, Coloring inks) {
    this.columns = columns;
    this.lines = lines;
    this.halves = depth == ColorDepth.NONE ? 1 : 2;
    this.depth = depth;
    this.inks = inks;
    values = new double[columns * lines * halves];
    dots = new int[columns * lines];
    dotValues = new double[columns * lines];
    marks = new char[columns * lines];
    glyphs = new char[columns * lines];
    glyphValues = new double[columns * lines];
    Arrays.fill(values, Double.NaN);
    Arrays.fill(dotValues, Double.NaN);
  }

  /** Returns the number of values that a line of text shows one above the other. */
  int halves() {
    return halves;
  }

  /**
   * Fills a box with a value; at least one whole or half character. Positions are in columns and
   * lines from the upper left corner.
   */
  void fill(double x0, double x1, double y0, double y1, double value) {
    int left = Math.max(0, Math.min(columns - 1, (int) Math.floor(x0)));
    int right = Math.max(left + 1, Math.min(columns, (int) Math.round(x1)));
    int top = Math.max(0, Math.min(lines * halves - 1, (int) Math.floor(y0 * halves)));
    int bottom = Math.max(top + 1, Math.min(lines * halves, (int) Math.round(y1 * halves)));
    for (int y = top; y < bottom; y++) {
      Arrays.fill(values, y * columns + left, y * columns + right, value);
    }
  }

  /** Draws a dot in the color of a value, or in the default color if the value is NaN. */
  void dot(double x, double y, double value) {
    int across = Math.max(0, Math.min(columns * DOTS_ACROSS - 1, (int) (x * DOTS_ACROSS)));
    int down = Math.max(0, Math.min(lines * DOTS_DOWN - 1, (int) (y * DOTS_DOWN)));
    int at = down / DOTS_DOWN * columns + across / DOTS_ACROSS;
    dots[at] |= BITS[across % DOTS_ACROSS * DOTS_DOWN + down % DOTS_DOWN];
    dotValues[at] = value;
  }

  /**
   * Writes a character over everything else, in the color of a value, or in the default color if
   * the value is NaN.
   */
  void put(double x, double y, char character, double value) {
    int column = Math.max(0, Math.min(columns - 1, (int) x));
    int at = Math.max(0, Math.min(lines - 1, (int) y)) * columns + column;
    glyphs[at] = character;
    glyphValues[at] = value;
  }

  /** Fills a column from the bottom up to a position, which may lie within a line. */
  void bar(int column, double top) {
    for (int line = Math.max(0, (int) top); line < lines; line++) {
      int eighths = (int) Math.round(Math.min(1, line + 1 - top) * EIGHTHS);
      if (eighths > 0) {
        put(column, line, (char) ('▁' + eighths - 1), Double.NaN);
      }
    }
  }

  /** Fills a line from the left up to a position, which may lie within a column. */
  void horizontalBar(int line, double right) {
    for (int column = 0; column < Math.min(columns, right); column++) {
      int eighths = (int) Math.round(Math.min(1, right - column) * EIGHTHS);
      if (eighths > 0) {
        put(column, line, (char) ('█' + EIGHTHS - eighths), Double.NaN);
      }
    }
  }

  /** Draws a light shade behind the dots of a column, between two vertical positions. */
  void shade(double x, double y0, double y1) {
    int column = Math.max(0, Math.min(columns - 1, (int) x));
    int from = Math.max(0, (int) Math.floor(Math.min(y0, y1)));
    for (int line = from; line < Math.min(lines, Math.max(y0, y1)); line++) {
      marks[line * columns + column] = '░';
    }
  }

  /**
   * Draws a straight line of dots in the color of a value, or in the default color if the value is
   * NaN.
   */
  void line(double x0, double y0, double x1, double y1, double value) {
    double across = Math.abs(x1 - x0) * DOTS_ACROSS;
    double down = Math.abs(y1 - y0) * DOTS_DOWN;
    int steps = 1 + (int) Math.ceil(Math.max(across, down));
    for (int i = 0; i <= steps; i++) {
      double part = (double) i / steps;
      dot(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, value);
    }
  }

  /** Draws a vertical line in a column. */
  void across(int column) {
    for (int line = 0; line < lines; line++) {
      mark(column, line, '│');
    }
  }

  /** Draws a horizontal line in a line of text. */
  void down(int line) {
    for (int column = 0; column < columns; column++) {
      mark(column, line, '─');
    }
  }

  private void mark(int column, int line, char mark) {
    int at = line * columns + column;
    marks[at] = marks[at] == 0 || marks[at] == mark ? mark : '┼';
  }

  /** Appends the text of a line without trailing blanks. */
  void append(StringBuilder out, int line) {
    int end = columns;
    while (end > 0 && isBlank(line, end - 1)) {
      end--;
    }
    String last = "";
    for (int column = 0; column < end; column++) {
      int at = line * columns + column;
      double upper = values[line * halves * columns + column];
      double lower = values[(line * halves + halves - 1) * columns + column];
      char character;
      String style = "";
      if (glyphs[at] != 0) {
        character = glyphs[at];
        boolean plain = inks == null || Double.isNaN(glyphValues[at]);
        style = depth.letters(plain ? Colors.category(4) : bright(rgb(glyphValues[at])));
      } else if (dots[at] != 0) {
        character = (char) (BRAILLE + dots[at]);
        boolean plain = inks == null || Double.isNaN(dotValues[at]);
        style = depth.letters(plain ? Colors.category(4) : bright(rgb(dotValues[at])));
      } else if (marks[at] != 0) {
        character = marks[at];
        style = Double.isNaN(upper) ? "" : depth.letters(Colors.PAPER) + ground(upper);
      } else if (Double.isNaN(upper) && Double.isNaN(lower)) {
        character = ' ';
      } else if (depth == ColorDepth.NONE) {
        character = symbol(upper);
      } else if (Double.isNaN(upper)) {
        character = '▄';
        style = depth.letters(rgb(lower));
      } else {
        character = '▀';
        style = depth.letters(rgb(upper)) + ground(lower);
      }
      if (!style.equals(last)) {
        out.append(last.isEmpty() ? "" : depth.plain()).append(style);
        last = style;
      }
      out.append(character);
    }
    out.append(last.isEmpty() ? "" : depth.plain());
  }

  /** Returns the color of a value. Without a coloring, the value itself is the color. */
  private int rgb(double value) {
    return inks == null ? (int) value : inks.rgb(value);
  }

  private char symbol(double value) {
    if (inks != null) {
      return inks.symbol(value);
    }
    double part = Colors.luminance((int) value) * Scale.SHADES.length();
    return Scale.SHADES.charAt(Math.min(Scale.SHADES.length() - 1, (int) part));
  }

  /** Returns a brighter color, so that thin dots are also visible on a dark terminal. */
  private static int bright(int rgb) {
    return Colors.mix(rgb, Colors.PAPER, 0.25);
  }

  private String ground(double value) {
    return Double.isNaN(value) ? "" : depth.ground(rgb(value));
  }

  private boolean isBlank(int line, int column) {
    int at = line * columns + column;
    return dots[at] == 0
        && glyphs[at] == 0
        && marks[at] == 0
        && Double.isNaN(values[line * halves * columns + column])
        && Double.isNaN(values[(line * halves + halves - 1) * columns + column]);
  }
}
