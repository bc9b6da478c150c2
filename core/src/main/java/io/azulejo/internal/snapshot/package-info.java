/**
 * The state of an array or a group at a time, and small changes to it. A {@link
 * io.azulejo.internal.snapshot.Snapshot} is the immutable state of an array in a time range:
 * schema, fragments and metadata. Changes use a {@link io.azulejo.internal.snapshot.WritableArray}
 * and are published by {@link io.azulejo.internal.snapshot.Commit}. The package knows names and
 * structures, but not cells.
 *
 * <p>Start at {@code Snapshot}, then {@link io.azulejo.internal.snapshot.ArrayDirectory} and {@link
 * io.azulejo.internal.snapshot.VisibleNames}.
 *
 * <p>Five steps determine the visible fragments. If a step fails, the array is refused:
 *
 * <ol>
 *   <li>{@link io.azulejo.internal.format.NameRules} checks that file names are valid.
 *   <li>{@link io.azulejo.internal.snapshot.CommitFiles} reads the lists of commits, ignored
 *       commits and replaced fragments. {@link io.azulejo.internal.format.ListRules} checks each
 *       list.
 *   <li>{@link io.azulejo.internal.snapshot.CommitConsistency} checks that lists and names agree.
 *   <li>{@link io.azulejo.internal.snapshot.VisibleNames} applies commits, replacements and times.
 *   <li>{@link io.azulejo.internal.snapshot.TruncatedCommitLists} checks that no list of a merge
 *       lost a line.
 * </ol>
 *
 * <p>{@link io.azulejo.internal.snapshot.CommitGathering} protects changes to the lists. The
 * workshop package repairs damaged lists.
 */
package io.azulejo.internal.snapshot;
