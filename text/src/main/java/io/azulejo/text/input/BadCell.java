package io.azulejo.text.input;

import java.util.function.Supplier;

/** A text that is not a cell of its column; ends the row, not the file. */
final class BadCell extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Supplier<String> message;

  BadCell(String message) {
    this(() -> message);
  }

  /**
   * A reason that takes time to say.
   *
   * @param message called for rows that are shown
   */
  BadCell(Supplier<String> message) {
    super(null, null, false, false);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message.get();
  }

  /** Returns a text in quotes, shortened if it is long. */
  static String shown(char[] text, int start, int end) {
    int length = end - start;
    return length <= 60
        ? "\"" + new String(text, start, length) + "\""
        : "\"" + new String(text, start, 57) + "...\"";
  }
}
