package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import java.util.Map;
import java.util.Optional;

/**
 * A fragment of an array: the cells of one write, or of several that were consolidated. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface FragmentInfo {
  /** Returns the name of its folder. */
  String name();

  /**
   * Returns the time of the write, as a range of one; the first and the last time if several were
   * consolidated.
   */
  TimeRange times();

  /** Returns its format version. */
  int formatVersion();

  /** Returns whether it holds whole dense tiles, rather than cells with coordinates. */
  boolean dense();

  /** Returns the number of its cells; for a dense fragment those of its non-empty domain. */
  long cells();

  /** Returns the number of its tiles. */
  long tiles();

  /** Returns the box around its cells, both ends included. */
  Optional<NDRange> nonEmptyDomain();

  /** Returns the name of the schema that it was written with. */
  String schemaName();

  /** Returns whether it holds the time of each cell. */
  boolean timestamps();

  /** Returns whether it holds the time of each cell's deletion. */
  boolean deleteMetadata();

  /** Returns the bytes of its data files. */
  long bytesOnDisk();

  /**
   * Returns the bytes of its values, offsets and validity before filters; of whole tiles if it is
   * dense.
   */
  long bytesUnfiltered();

  /**
   * Returns the bytes of the data files by field, which add up to {@link #bytesOnDisk}: attributes
   * and dimensions in the order of its schema, then {@code __timestamps}, {@code
   * __delete_timestamps} and {@code __delete_condition_index}. Versions before 5 have one file for
   * the coordinates of all dimensions, {@code __coords}.
   */
  Map<String, Long> fieldBytes();
}
