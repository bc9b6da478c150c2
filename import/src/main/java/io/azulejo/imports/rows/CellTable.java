package io.azulejo.imports.rows;

import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.ArraySchema;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongConsumer;

/** A table of rows from which a schema can be inferred. Its rows can be read repeatedly. */
public interface CellTable {
  /** Returns the name of the table for messages. */
  String name();

  /** Returns the size in bytes, or 0 if it is unknown. */
  long size();

  /**
   * Profiles the columns.
   *
   * @param enumerated names of the columns whose distinct values are kept
   * @param max maximum number of rows to read
   * @param progress called from time to time with the number of bytes read so far
   */
  TableProfile profile(Set<String> enumerated, long max, LongConsumer progress) throws IOException;

  /**
   * Returns whether the profile has proved that all profiled cells are valid for their columns.
   *
   * @param enumerated the argument that was passed to {@link #profile}
   */
  default boolean provesAllCellsValid(Set<String> enumerated) {
    return false;
  }

  /**
   * Opens the rows as cells of an array. The caller closes the result.
   *
   * @param schema schema of the array
   * @param coordinates whether to return the columns of dimensions
   * @param attributes whether to return the columns of attributes
   */
  ImportCells cells(ArraySchema schema, boolean coordinates, boolean attributes) throws IOException;
}
