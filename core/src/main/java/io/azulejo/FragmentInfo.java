package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.Map;
import java.util.Optional;

/**
 * A fragment of an array: the cells of one write, or of several consolidated writes. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface FragmentInfo {
  /** Returns the name of the fragment, which is also the name of its folder. */
  String name();

  /** Returns the folder of the fragment. */
  Location location();

  /**
   * Returns the time range of the fragment's writes. For a single write, the range is one
   * millisecond. For consolidated writes, it extends from the first to the last write.
   */
  TimeRange times();

  /** Returns the format version of the fragment. */
  int formatVersion();

  /**
   * Returns whether the fragment stores whole dense tiles; otherwise it stores cells with
   * coordinates.
   */
  boolean dense();

  /**
   * Returns the number of cells. For a dense fragment, this is the number of cells in its non-empty
   * domain.
   */
  long cells();

  /** Returns the number of tiles. */
  long tiles();

  /** Returns the bounding box of the cells, both ends inclusive; empty if the fragment has none. */
  Optional<NDRange> nonEmptyDomain();

  /** Returns the stored name of the schema with which the fragment was written. */
  String schemaName();

  /**
   * Returns the times in the name of the schema, usually the millisecond in which it was stored.
   * Empty for the schema of an array that was created in a format version before 10, whose name has
   * no times.
   */
  Optional<TimeRange> schemaTimes();

  /** Returns whether the fragment stores a timestamp for each cell. */
  boolean timestamps();

  /** Returns whether the fragment stores a deletion timestamp for each cell. */
  boolean deleteMetadata();

  /** Returns the total size of the data files, in bytes. */
  long bytesOnDisk();

  /**
   * Returns the size of the metadata file, in bytes. The size of the fragment's folder is the sum
   * of this and {@link #bytesOnDisk}.
   */
  long metadataBytes();

  /** Returns whether a file of consolidated footers also contains the footer of the fragment. */
  boolean footerConsolidated();

  /**
   * Returns the size of the values, offsets and validity before filtering, in bytes. For a dense
   * fragment, this is the size of its whole tiles.
   */
  long bytesUnfiltered();

  /**
   * Returns the size of the data files by field name, in bytes; the sum is {@link #bytesOnDisk}.
   * Attributes and dimensions are in schema order, followed by {@code __timestamps}, {@code
   * __delete_timestamps} and {@code __delete_condition_index} if they exist. In format versions
   * before 5, the single file {@code __coords} contains the coordinates of all dimensions.
   */
  Map<String, Long> fieldBytes();
}
