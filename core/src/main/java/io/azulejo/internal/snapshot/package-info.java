/**
 * What an array or a group is at a time, and the small changes of that. In: a store, a location, a
 * range of times. Out: an immutable {@link io.azulejo.internal.snapshot.Snapshot} with its schema,
 * fragments and metadata; for changes a {@link io.azulejo.internal.snapshot.WritableArray} and the
 * {@link io.azulejo.internal.snapshot.Commit} that publishes them. Sees names and structures, never
 * a cell. Open {@code Snapshot} first, then {@link io.azulejo.internal.snapshot.ArrayDirectory} and
 * {@link io.azulejo.internal.snapshot.VisibleNames}.
 */
package io.azulejo.internal.snapshot;
