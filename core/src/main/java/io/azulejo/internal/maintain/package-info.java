/**
 * Maintenance by reading and writing an array: deletions, consolidation, vacuum. Files are read and
 * written through the other packages only. Start at {@link io.azulejo.internal.maintain.Deletion}.
 */
package io.azulejo.internal.maintain;
