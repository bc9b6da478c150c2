package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.ValueNotation;
import java.util.List;

/**
 * What the columns of a file of rows hold.
 *
 * @param columns the columns in their order
 * @param rows how many rows were looked at
 * @param complete whether these are all rows of the file
 * @param notation how its numbers and dates are written
 * @param notes what people should know of how they are understood
 */
public record TableProfile(
    List<ColumnProfile> columns,
    long rows,
    boolean complete,
    ValueNotation notation,
    List<String> notes) {
  /**
   * Maximum number of columns: each becomes a file of its own in each fragment, and takes memory
   * meanwhile.
   */
  public static final int MOST_COLUMNS = 4_096;

  /** What columns hold whose cells have types. */
  public TableProfile(List<ColumnProfile> columns, long rows, boolean complete) {
    this(columns, rows, complete, ValueNotation.USUAL, List.of());
  }

  /**
   * Refuses files of too many columns.
   *
   * @throws InvalidRequestException if there are more than 4,096
   */
  public static void requireColumnLimit(int columns) {
    if (columns > MOST_COLUMNS) {
      throw new InvalidRequestException(
          "more than %,d columns, too many to guess a schema: use --melt or --matrix to turn columns into rows; in JSON, move varying keys into values"
              .formatted(MOST_COLUMNS));
    }
  }
}
