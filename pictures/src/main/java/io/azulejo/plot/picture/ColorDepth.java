package io.azulejo.plot.picture;

/** How many colours a terminal shows. */
public enum ColorDepth {
  /** None: it is no terminal, or none are wanted. */
  NONE,
  /** The 216 of a cube, and greys. */
  CUBE,
  /** All. */
  ALL;

  /** What switches to a colour of letters. */
  String letters(int rgb) {
    return escape(38, rgb);
  }

  /** What switches to a colour behind letters. */
  String ground(int rgb) {
    return escape(48, rgb);
  }

  private String escape(int kind, int rgb) {
    return switch (this) {
      case NONE -> "";
      case CUBE -> "\u001b[" + kind + ";5;" + Colors.cube(rgb) + "m";
      case ALL ->
          "\u001b["
              + kind
              + (";2;" + (rgb >> 16) + ";" + (rgb >> 8 & 0xff) + ";" + (rgb & 0xff) + "m");
    };
  }

  /** What switches back. */
  String plain() {
    return this == NONE ? "" : "\u001b[0m";
  }
}
