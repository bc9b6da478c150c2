package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.List;

/** The invalid rows of a file: the positions of the first ones, and their number. */
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

  /** Returns whether no further rows are shown. */
  public boolean isFull() {
    return first.size() == SHOWN;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the exception for the rows.
   *
   * @param consequence starts with a semicolon; may be empty
   */
  public InvalidRequestException failure(String file, long rows, String consequence) {
    String which = "cannot use %,d of %,d row%s".formatted(count, rows, rows == 1 ? "" : "s");
    String more = count > first.size() ? "\n%,d more".formatted(count - first.size()) : "";
    return new InvalidRequestException(
        "%s: %s%s:\n".formatted(file, which, consequence) + String.join("\n", first) + more, file);
  }
}
