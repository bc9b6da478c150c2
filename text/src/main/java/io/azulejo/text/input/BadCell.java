package io.azulejo.text.input;

/** A text that is no cell of its column; ends the row, not the file. */
final class BadCell extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadCell(String message) {
    super(message, null, false, false);
  }

  /** What text there is, cut where it is long. */
  static String shown(char[] text, int start, int end) {
    int length = end - start;
    return length <= 60
        ? "\"" + new String(text, start, length) + "\""
        : "\"" + new String(text, start, 57) + "...\"";
  }
}
