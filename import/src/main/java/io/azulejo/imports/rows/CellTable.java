package io.azulejo.imports.rows;

import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.ArraySchema;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongConsumer;

/** Rows for schema inference, which can be read repeatedly. */
public interface CellTable {
  /** Returns the name of the rows for messages. */
  String name();

  /** Returns the size in bytes; 0 if unknown. */
  long size();

  /**
   * Profiles the columns.
   *
   * @param enumerated the columns whose distinct values are kept
   * @param max the maximum number of rows to read
   * @param progress receives the number of bytes read so far, now and then
   */
  TableProfile profile(Set<String> enumerated, long max, LongConsumer progress) throws IOException;

  /**
   * Returns whether the profile has proved that all profiled cells are valid for their columns.
   *
   * @param enumerated the columns whose distinct values were kept
   */
  default boolean provesAllCellsValid(Set<String> enumerated) {
    return false;
  }

  /**
   * Opens the rows as cells of a schema.
   *
   * @param schema a schema for the rows
   * @param coordinates whether to return columns of dimensions
   * @param attributes whether to return columns of attributes
   */
  ImportCells cells(ArraySchema schema, boolean coordinates, boolean attributes) throws IOException;
}
