package io.azulejo.internal.snapshot.object;

import io.azulejo.maintenance.GcReport;
import io.azulejo.storage.Location;
import java.util.OptionalLong;

/**
 * A file or folder that nothing refers to.
 *
 * @param location where it is
 * @param kind what it is
 * @param folder whether it is a folder
 * @param bytes the bytes of its files
 * @param cells the cells of a complete fragment
 * @param modified when its newest file was made, in milliseconds since 1970; empty where unknown
 */
public record GarbageFile(
    Location location,
    GcReport.Kind kind,
    boolean folder,
    long bytes,
    OptionalLong cells,
    OptionalLong modified) {}
