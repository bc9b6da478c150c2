/**
 * What an array or a group is at a time, and the small changes of that. In: a store, a location, a
 * range of times. Out: an immutable {@link io.azulejo.internal.snapshot.Snapshot} with its schema,
 * fragments and metadata; for changes a {@link io.azulejo.internal.snapshot.WritableArray} and the
 * {@link io.azulejo.internal.snapshot.Commit} that publishes them. Sees names and structures, never
 * a cell. Open {@code Snapshot} first, then {@link io.azulejo.internal.snapshot.ArrayDirectory} and
 * {@link io.azulejo.internal.snapshot.VisibleNames}.
 *
 * <p>Which fragments count is decided in five steps; the array is refused at the first one that
 * fails:
 *
 * <ol>
 *   <li>{@link io.azulejo.internal.format.NameRules}: the name of a file is one that writers give.
 *   <li>{@link io.azulejo.internal.snapshot.CommitFiles} reads the lists of commits, of commits
 *       taken back and of replaced fragments; {@link io.azulejo.internal.format.ListRules}: each
 *       list is one that writers make.
 *   <li>{@link io.azulejo.internal.snapshot.CommitConsistency}: lists and names do not contradict
 *       each other.
 *   <li>{@link io.azulejo.internal.snapshot.VisibleNames} applies commits, replacements and times.
 *   <li>{@link io.azulejo.internal.snapshot.TruncatedCommitLists}: no list of a merge lost a line.
 * </ol>
 *
 * <p>{@link io.azulejo.internal.snapshot.CommitGathering} changes the lists. The workshop mends
 * damaged ones.
 */
package io.azulejo.internal.snapshot;
