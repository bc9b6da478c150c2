package io.azulejo.plot.picture;

/** The color support of a terminal. */
public enum ColorDepth {
  /** No colors, because the output is not a terminal or colors are disabled. */
  NONE,
  /** The 216 colors of the color cube in the 256-color palette. */
  CUBE,
  /** 24-bit colors. */
  ALL;

  /** Returns the escape sequence for a foreground color. */
  String letters(int rgb) {
    return escape(38, rgb);
  }

  /** Returns the escape sequence for a background color. */
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

  /** Returns the escape sequence that resets colors. */
  String plain() {
    return this == NONE ? "" : "\u001b[0m";
  }
}
