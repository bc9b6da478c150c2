package io.azulejo.plot.picture;

/** The colors of the background, text and axes of a picture in a file. */
public enum Theme {
  /** Dark text on white. */
  LIGHT(Colors.PAPER, 0xededed, 0x262626, 0x737373, 0x595959, 0xe8e8e8),
  /** Light text on dark gray. */
  DARK(0x1b1b1f, 0x0d0d10, 0xe8e8e8, 0x9a9a9a, 0x80808a, 0x34343b);

  private static final double LIGHTER = 0.3;

  private final int paper;
  private final int blank;
  private final int ink;
  private final int faint;
  private final int frame;
  private final int grid;

  Theme(int paper, int blank, int ink, int faint, int frame, int grid) {
    this.paper = paper;
    this.blank = blank;
    this.ink = ink;
    this.faint = faint;
    this.frame = frame;
    this.grid = grid;
  }

  int paper() {
    return paper;
  }

  /** Returns the color of missing values. */
  int blank() {
    return blank;
  }

  int ink() {
    return ink;
  }

  int faint() {
    return faint;
  }

  int frame() {
    return frame;
  }

  /** Returns the color of grid lines. */
  int grid() {
    return grid;
  }

  /** Returns a category's color, lightened on a dark background. */
  int category(int rgb) {
    return this == DARK ? Colors.mix(rgb, Colors.PAPER, LIGHTER) : rgb;
  }
}
