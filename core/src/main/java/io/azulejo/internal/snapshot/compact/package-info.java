/**
 * Consolidates and vacuums arrays and groups: merges footers, commits and metadata, commits
 * fragments that replace others, and deletes replaced files. Each step keeps all data readable,
 * even if it is interrupted. The package does not merge cells.
 *
 * <p>Start at {@link io.azulejo.internal.snapshot.compact.Replacement}. For small files, start at
 * {@link io.azulejo.internal.snapshot.compact.FileMerge} and {@link
 * io.azulejo.internal.snapshot.compact.Vacuum}.
 */
package io.azulejo.internal.snapshot.compact;
