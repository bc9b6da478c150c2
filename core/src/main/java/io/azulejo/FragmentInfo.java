package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
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
    long bytesUnfiltered) {}
