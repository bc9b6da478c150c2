package io.azulejo.imports.rows;

import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.ArraySchema;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongConsumer;

/** Rows that a schema is to be found for, which can be read more than once. */
public interface CellTable {
  /** What messages call it. */
  String name();

  /** How many bytes there are; 0 where that is not known. */
  long size();

  /**
   * What the columns hold.
   *
   * @param enumerated the columns whose distinct values are kept
   * @param max how many rows are looked at, at the most
   * @param progress called with the number of bytes read so far, now and then
   */
  TableProfile profile(Set<String> enumerated, long max, LongConsumer progress) throws IOException;

  /**
   * Whether the profile has shown that all cells it saw are of their columns.
   *
   * @param enumerated the columns whose distinct values were kept
   */
  default boolean provesCells(Set<String> enumerated) {
    return false;
  }

  /**
   * The rows as cells of a schema.
   *
   * @param schema a schema for them
   * @param coordinates whether columns of dimensions are wanted
   * @param attributes whether columns of attributes are
   */
  ImportCells cells(ArraySchema schema, boolean coordinates, boolean attributes) throws IOException;
}
