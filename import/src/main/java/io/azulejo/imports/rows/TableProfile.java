package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.ValueNotation;
import java.util.List;

/**
 * Profiles of the columns of a file of rows.
 *
 * @param columns the columns in their order
 * @param rows the number of examined rows
 * @param complete whether these are all rows of the file
 * @param notation the notation of its numbers and dates
 * @param notes notes for people on the interpretation of the file
 */
public record TableProfile(
    List<ColumnProfile> columns,
    long rows,
    boolean complete,
    ValueNotation notation,
    List<String> notes) {
  /**
   * Maximum number of columns: each becomes a file in every fragment, and takes memory in writes.
   */
  public static final int MOST_COLUMNS = 4_096;

  /** Creates a profile of typed columns. */
  public TableProfile(List<ColumnProfile> columns, long rows, boolean complete) {
    this(columns, rows, complete, ValueNotation.USUAL, List.of());
  }

  /**
   * Rejects files with too many columns.
   *
   * @throws InvalidRequestException if there are more than 4,096
   */
  public static void requireColumnLimit(int columns) {
    if (columns > MOST_COLUMNS) {
      throw new InvalidRequestException(
          "cannot guess a schema from more than %,d columns; use --melt or --matrix to turn columns into rows; in JSON, move varying keys into values"
              .formatted(MOST_COLUMNS));
    }
  }
}
