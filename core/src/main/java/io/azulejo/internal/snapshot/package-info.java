/**
 * What an array or a group is at a time: listing, opening, and the fragments with their tables.
 * Sees names and structures, never a cell. Start at {@link io.azulejo.internal.snapshot.Snapshot}.
 */
package io.azulejo.internal.snapshot;
