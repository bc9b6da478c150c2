package io.azulejo.maintenance;

import io.azulejo.storage.Location;

/**
 * What was sealed.
 *
 * @param seal the file that holds the sizes and digests; the folder of such files where changes
 *     keep the seal up to date
 * @param files how many files it is of
 * @param bytes the bytes of these files
 */
public record SealReport(Location seal, long files, long bytes) {}
