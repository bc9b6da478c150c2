package io.azulejo.internal.snapshot.object;

import io.azulejo.maintenance.GcReport;
import io.azulejo.storage.Location;
import java.util.OptionalLong;

/**
 * A file or folder that nothing refers to.
 *
 * @param kind the kind of garbage
 * @param folder whether it is a folder
 * @param bytes the size of its files in bytes
 * @param cells the number of cells in a complete fragment
 * @param modified the modification time of its newest file in milliseconds since 1970; empty if
 *     unknown
 */
public record GarbageFile(
    Location location,
    GcReport.Kind kind,
    boolean folder,
    long bytes,
    OptionalLong cells,
    OptionalLong modified) {}
