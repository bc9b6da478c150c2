package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import java.util.Map;
import java.util.Optional;

/**
 * A fragment of an array: the cells of one write, or of several consolidated writes. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface FragmentInfo {
  /** Returns the name of its folder. */
  String name();

  /**
   * Returns the time of the write as a range of one millisecond; for consolidated writes, the first
   * and the last time.
   */
  TimeRange times();

  /** Returns its format version. */
  int formatVersion();

  /** Returns whether it holds whole dense tiles, rather than cells with coordinates. */
  boolean dense();

  /**
   * Returns the number of its cells; for a dense fragment the number of cells in its non-empty
   * domain.
   */
  long cells();

  /** Returns the number of its tiles. */
  long tiles();

  /** Returns the box around its cells, both ends included. */
  Optional<NDRange> nonEmptyDomain();

  /** Returns the name of the schema that it was written with. */
  String schemaName();

  /** Returns whether it holds the timestamp of each cell. */
  boolean timestamps();

  /** Returns whether it holds the timestamp of each cell's deletion. */
  boolean deleteMetadata();

  /** Returns the size of its data files in bytes. */
  long bytesOnDisk();

  /**
   * Returns the size of its values, offsets and validity before filtering, in bytes; for a dense
   * fragment the size of whole tiles.
   */
  long bytesUnfiltered();

  /**
   * Returns the size of the data files by field, in bytes; the sum is {@link #bytesOnDisk}.
   * Attributes and dimensions come in the order of its schema, then {@code __timestamps}, {@code
   * __delete_timestamps} and {@code __delete_condition_index}. In format versions before 5 one
   * file, {@code __coords}, has the coordinates of all dimensions.
   */
  Map<String, Long> fieldBytes();
}
