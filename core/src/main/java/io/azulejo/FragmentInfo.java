package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A fragment of an array: the cells of one write, or of several that were consolidated.
 *
 * @param name the name of its folder
 * @param times the time of the write, as a range of one; the first and the last time where several
 *     were consolidated
 * @param formatVersion the format version that it is written in
 * @param dense whether it holds whole dense tiles, rather than cells with coordinates
 * @param cells the number of its cells; of a dense fragment those of its non-empty domain
 * @param tiles the number of its tiles
 * @param nonEmptyDomain the box around its cells, both ends included
 * @param schemaName the name of the schema that it was written with
 * @param timestamps whether it holds the time of each cell
 * @param deleteMetadata whether it holds the time of each cell's deletion
 * @param bytesOnDisk the bytes of its data files
 * @param bytesUnfiltered the bytes of its values, offsets and validity before filters; for dense
 *     fragments whole tiles count
 * @param fieldBytes the bytes of the data files by field, which add up to {@code bytesOnDisk}:
 *     attributes and dimensions in the order of its schema, then {@code __timestamps}, {@code
 *     __delete_timestamps} and {@code __delete_condition_index}. Versions before 5 have one file
 *     for the coordinates of all dimensions, {@code __coords}
 */
public record FragmentInfo(
    String name,
    TimeRange times,
    int formatVersion,
    boolean dense,
    long cells,
    long tiles,
    Optional<NDRange> nonEmptyDomain,
    String schemaName,
    boolean timestamps,
    boolean deleteMetadata,
    long bytesOnDisk,
    long bytesUnfiltered,
    Map<String, Long> fieldBytes) {
  /** Makes an immutable record: takes a copy of its map. */
  public FragmentInfo {
    fieldBytes = Collections.unmodifiableMap(new LinkedHashMap<>(fieldBytes));
  }
}
