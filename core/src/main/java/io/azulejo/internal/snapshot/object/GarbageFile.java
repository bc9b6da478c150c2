package io.azulejo.internal.snapshot.object;

import io.azulejo.maintenance.GcReport;
import io.azulejo.storage.Location;
import java.util.OptionalLong;

/**
 * A file or folder that nothing refers to.
 *
 * @param location the location of the file or folder
 * @param kind the kind of garbage
 * @param folder whether this is a folder
 * @param bytes the total size of the files in bytes
 * @param cells the number of cells of a complete fragment; empty for all other kinds
 * @param modified the modification time of the newest file in milliseconds since 1970; empty if it
 *     is unknown for at least one file
 */
public record GarbageFile(
    Location location,
    GcReport.Kind kind,
    boolean folder,
    long bytes,
    OptionalLong cells,
    OptionalLong modified) {}
