package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the invalid rows of a file: their number, and where and why the first five are invalid.
 */
final class BadRows {
  private static final int SHOWN = 5;

  private final List<String> first = new ArrayList<>();
  private long count;

  public void add(long line, String column, String reason) {
    count++;
    if (!isFull()) {
      String name = column == null ? "" : ", column " + QuotedText.shortened(column);
      first.add("line " + line + name + ": " + reason);
    }
  }

  /** Returns whether enough rows are collected, so that reasons of further rows are not needed. */
  public boolean isFull() {
    return first.size() == SHOWN;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the exception that reports the invalid rows.
   *
   * @param rows number of rows read from the file, valid and invalid
   * @param consequence text that follows the counts and starts with a semicolon; may be empty
   */
  public InvalidRequestException failure(String file, long rows, String consequence) {
    String which = "cannot use %,d of %,d row%s".formatted(count, rows, rows == 1 ? "" : "s");
    String more = count > first.size() ? "\n%,d more".formatted(count - first.size()) : "";
    return new InvalidRequestException(
        "%s: %s%s:\n".formatted(file, which, consequence) + String.join("\n", first) + more, file);
  }
}
