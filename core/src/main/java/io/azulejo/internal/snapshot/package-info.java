/**
 * The state of an array or a group at a time, and small changes of it. A store, a location and a
 * time range result in an immutable {@link io.azulejo.internal.snapshot.Snapshot} with schema,
 * fragments and metadata. Changes use a {@link io.azulejo.internal.snapshot.WritableArray} and are
 * published by {@link io.azulejo.internal.snapshot.Commit}. The package knows names and structures,
 * but no cells.
 *
 * <p>Start at {@code Snapshot}, then {@link io.azulejo.internal.snapshot.ArrayDirectory} and {@link
 * io.azulejo.internal.snapshot.VisibleNames}.
 *
 * <p>Visible fragments are determined in five steps; the array is refused at the first one that
 * fails:
 *
 * <ol>
 *   <li>{@link io.azulejo.internal.format.NameRules} checks that file names are valid.
 *   <li>{@link io.azulejo.internal.snapshot.CommitFiles} reads the lists of commits, of commits
 *       taken back and of replaced fragments; {@link io.azulejo.internal.format.ListRules} checks
 *       each list.
 *   <li>{@link io.azulejo.internal.snapshot.CommitConsistency} checks that lists and names agree.
 *   <li>{@link io.azulejo.internal.snapshot.VisibleNames} applies commits, replacements and times.
 *   <li>{@link io.azulejo.internal.snapshot.TruncatedCommitLists} checks that no list of a merge
 *       lost a line.
 * </ol>
 *
 * <p>{@link io.azulejo.internal.snapshot.CommitGathering} protects changes of the lists. The
 * workshop package repairs damaged ones.
 */
package io.azulejo.internal.snapshot;
