package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.ValueNotation;
import java.util.List;

/**
 * The profile of a table and of its columns.
 *
 * @param columns profiles of the columns, in file order
 * @param rows number of rows that were examined
 * @param complete whether the table has no further rows
 * @param notation notation of numbers and dates
 * @param notes user-facing notes on how the file was interpreted
 */
public record TableProfile(
    List<ColumnProfile> columns,
    long rows,
    boolean complete,
    ValueNotation notation,
    List<String> notes) {
  /**
   * Maximum number of columns. Each column becomes a file in every fragment and takes memory during
   * writes.
   */
  public static final int MOST_COLUMNS = 4_096;

  /** Creates a profile of typed columns, which need no notation. */
  public TableProfile(List<ColumnProfile> columns, long rows, boolean complete) {
    this(columns, rows, complete, ValueNotation.USUAL, List.of());
  }

  /**
   * Rejects files with too many columns.
   *
   * @throws InvalidRequestException if there are more than {@link #MOST_COLUMNS}
   */
  public static void requireColumnLimit(int columns) {
    if (columns > MOST_COLUMNS) {
      throw new InvalidRequestException(
          "cannot guess a schema from more than %,d columns; use --melt or --matrix to turn columns into rows; in JSON, move varying keys into values"
              .formatted(MOST_COLUMNS));
    }
  }
}
