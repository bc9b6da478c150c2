package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DeleteRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The options for committing {@linkplain StagedFragments staged fragments}. Immutable; each setter
 * returns a changed copy.
 */
public final class CommitOptions {
  /**
   * Commits without an id, a condition or a deletion, and compares the cells of overlapping parts.
   */
  public static final CommitOptions DEFAULT =
      new CommitOptions(Optional.empty(), Optional.empty(), false, Optional.empty());

  private final Optional<String> id;
  private final Optional<SnapshotToken> snapshot;
  private final boolean distinct;
  private final Optional<Deletion> deletion;

  /** A deletion of cells that belongs to a commit. Immutable. */
  public static final class Deletion {
    private final DeleteRequest request;
    private final long time;

    private Deletion(DeleteRequest request, long time) {
      this.request = Objects.requireNonNull(request, "request");
      this.time = time;
      if (time < 0) {
        throw new InvalidRequestException(
            "deletion time %d is negative; use milliseconds since 1970".formatted(time));
      }
    }

    /** Returns the request that selects the cells to delete. */
    public DeleteRequest request() {
      return request;
    }

    /**
     * Returns the latest timestamp of the cells to delete, in milliseconds since 1970-01-01 UTC.
     */
    public long time() {
      return time;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Deletion that && request.equals(that.request) && time == that.time;
    }

    @Override
    public int hashCode() {
      return Objects.hash(request, time);
    }

    @Override
    public String toString() {
      return "%s, up to %d".formatted(request, time);
    }
  }

  private CommitOptions(
      Optional<String> id,
      Optional<SnapshotToken> snapshot,
      boolean distinct,
      Optional<Deletion> deletion) {
    this.id = id;
    this.snapshot = snapshot;
    this.distinct = distinct;
    this.deletion = deletion;
  }

  /**
   * Sets an id for the commit. Of all commits to an array with the same id, only one takes effect.
   * So any process can repeat a commit, even with other fragments, until it knows that the commit
   * succeeded. The same fragments are never committed twice, with or without an id.
   *
   * <p>An id is known as long as the file that is named after it exists. Vacuuming commits keeps
   * these files for one day, and the files of the last 100 ids forever. TileDB deletes them when it
   * vacuums commits that it has consolidated.
   *
   * <p>A commit has either an id or a condition: this method removes a condition that {@link
   * #onlyIf} has set.
   *
   * @param name the id, unique among the commits to the array, such as a job name and a number
   */
  public CommitOptions id(String name) {
    return new CommitOptions(
        Optional.of(Objects.requireNonNull(name, "name")), Optional.empty(), distinct, deletion);
  }

  /** Sets the text form of a UUID as the id; see {@link #id(String)}. */
  public CommitOptions id(UUID uuid) {
    return id(uuid.toString());
  }

  /**
   * Sets a condition: the commit succeeds only if no other writer has changed the array's cells
   * since a snapshot was opened. Pass the snapshot from which the new cells were computed. If the
   * condition is not met, the commit throws {@link io.azulejo.error.ConflictException}, and nothing
   * is committed.
   *
   * <p>Of all commits that depend on the same snapshot, at most one succeeds. This does not depend
   * on locks or time limits, so it also holds for slow writers. The commit also fails if it finds a
   * fragment or a deletion that another writer committed without a condition. If such a change is
   * committed while this commit runs, the commit may miss it and succeed; the change then counts as
   * later.
   *
   * <p>Changes to schemas and metadata do not make the commit fail. Nor does consolidation, until a
   * vacuum deletes the lists of replaced fragments: after that, it is unknown which writes a
   * fragment contains.
   *
   * <p>Commits with a condition are numbered. The number of the last one is known until another
   * engine consolidates and vacuums the array's commits. A commit has either an id or a condition:
   * this method removes an {@linkplain #id id} that was set. After a {@link
   * io.azulejo.error.CommitUnknownException}, the same commit can be repeated if it contains
   * fragments.
   *
   * @param token the token of the snapshot, which was opened at the current time
   */
  public CommitOptions onlyIf(SnapshotToken token) {
    return new CommitOptions(
        Optional.empty(), Optional.of(Objects.requireNonNull(token, "token")), distinct, deletion);
  }

  /**
   * Skips the comparison of cells in sparse arrays. The caller guarantees that no two parts have
   * cells with equal coordinates. If two parts do, only one of these cells will be visible, with no
   * defined winner.
   */
  public CommitOptions distinctCells() {
    return new CommitOptions(id, snapshot, true, deletion);
  }

  /**
   * Also deletes cells of a sparse array in the same commit, in order to replace cells atomically:
   * readers see both the new fragments and the deletion, or neither. The deletion works like {@link
   * ArrayHandle#delete(DeleteRequest, ChangeOptions)}, and is rejected under the same conditions.
   * It replaces a deletion that was set before.
   *
   * <p>If the array is opened at a time from {@code time} up to just before the times of the parts,
   * only the deletion is visible.
   *
   * @param request selects the cells to delete
   * @param time the latest timestamp of the cells to delete, in milliseconds since 1970-01-01 UTC;
   *     it must be less than the times of all parts, so that the commit does not delete its own
   *     cells
   * @throws InvalidRequestException if the time is negative
   */
  public CommitOptions deleting(DeleteRequest request, long time) {
    return new CommitOptions(id, snapshot, distinct, Optional.of(new Deletion(request, time)));
  }

  /** Returns the id of the commit; empty if it has none. */
  public Optional<String> id() {
    return id;
  }

  /**
   * Returns the token of the snapshot on which the commit depends; empty if the commit has no
   * condition.
   */
  public Optional<SnapshotToken> snapshot() {
    return snapshot;
  }

  /** Returns whether the comparison of cells in sparse arrays is skipped. */
  public boolean hasDistinctCells() {
    return distinct;
  }

  /** Returns the deletion in the same commit; empty if there is none. */
  public Optional<Deletion> deletion() {
    return deletion;
  }
}
