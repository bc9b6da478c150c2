package io.azulejo.text.row;

import java.util.function.Supplier;

/** Signals a text that is not a valid cell of its column. It fails the row, not the file. */
public final class BadCell extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Supplier<String> message;

  public BadCell(String message) {
    this(() -> message);
  }

  /**
   * Creates an exception whose message is expensive to build.
   *
   * @param message builds the message; called only if the row is reported
   */
  public BadCell(Supplier<String> message) {
    super(null, null, false, false);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message.get();
  }

  /** Returns a text in quotes, for a message. Texts of more than 60 characters are truncated. */
  public static String shown(char[] text, int start, int end) {
    int length = end - start;
    return length <= 60
        ? "\"" + new String(text, start, length) + "\""
        : "\"" + new String(text, start, 57) + "...\"";
  }
}
