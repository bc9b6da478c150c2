package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DeleteRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Options of a commit of {@linkplain StagedFragments staged fragments}. Immutable. */
public final class CommitOptions {
  /** No id, condition or deletion; cells of overlapping parts are compared. */
  public static final CommitOptions DEFAULT =
      new CommitOptions(Optional.empty(), Optional.empty(), false, Optional.empty());

  private final Optional<String> id;
  private final Optional<SnapshotToken> snapshot;
  private final boolean distinct;
  private final Optional<Deletion> deletion;

  /** A deletion of cells by a commit. Immutable. */
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

    /** Returns the request that selects the deleted cells. */
    public DeleteRequest request() {
      return request;
    }

    /** Returns the last timestamp of the deleted cells, in milliseconds since 1970 UTC. */
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
   * Sets an id: of all commits to an array with the same id, only one takes effect. So any process
   * can repeat a commit, with any fragments, until it knows that the commit succeeded. The same
   * fragments are never committed twice, with or without an id.
   *
   * <p>The id is known while the file named after it exists. Vacuuming commits keeps these files
   * for a day, and the files of the last 100 ids forever. TileDB deletes them when it vacuums
   * commits that it has consolidated.
   *
   * <p>Replaces a condition given by {@link #onlyIf}: a commit has either.
   *
   * @param name the id, unique among the commits to the array, such as a job name and a number
   */
  public CommitOptions id(String name) {
    return new CommitOptions(
        Optional.of(Objects.requireNonNull(name, "name")), Optional.empty(), distinct, deletion);
  }

  /** Sets the UUID's text as the id; see {@link #id(String)}. */
  public CommitOptions id(UUID uuid) {
    return id(uuid.toString());
  }

  /**
   * Sets a condition: the commit succeeds only if nobody has changed the cells of the array since
   * the snapshot from which the new cells were computed. Otherwise it throws {@link
   * io.azulejo.error.ConflictException}, and nothing is committed.
   *
   * <p>Of all commits that depend on the same snapshot, at most one succeeds. This holds however
   * long a writer takes, because no lock is used. This commit also fails if it finds a fragment or
   * a deletion that another writer committed without a condition. If such a change is committed
   * while this commit runs, it counts as a later change. Changes of schemas and metadata do not
   * make the commit fail. Consolidation does not either, until a vacuum deletes the lists of
   * replaced fragments: then nobody can tell which writes a fragment contains.
   *
   * <p>Commits with a condition are numbered; the number of the last one is known until another
   * engine consolidates and vacuums the commits of the array. Replaces an {@linkplain #id id} given
   * before: a commit has either. After a {@link io.azulejo.error.CommitUnknownException} the same
   * commit can be repeated, if it has fragments.
   *
   * @param token the snapshot, opened at the current time
   */
  public CommitOptions onlyIf(SnapshotToken token) {
    return new CommitOptions(
        Optional.empty(), Optional.of(Objects.requireNonNull(token, "token")), distinct, deletion);
  }

  /**
   * Skips the comparison of cells in sparse arrays. The caller guarantees that no two parts have
   * cells with equal coordinates. Otherwise only one of these cells is visible, with no defined
   * winner.
   */
  public CommitOptions distinctCells() {
    return new CommitOptions(id, snapshot, true, deletion);
  }

  /**
   * Also deletes cells of a sparse array in the same commit, so that cells are replaced by others
   * atomically: readers see both the parts and the deletion, or neither. The deletion works like
   * {@link ArrayHandle#delete(DeleteRequest, ChangeOptions)}, and is rejected under the same
   * conditions. Replaces the deletion given before.
   *
   * <p>Opened as of a time from {@code time} on, but before the times of the parts, the array shows
   * only the deletion.
   *
   * @param time the last timestamp of the cells to delete, in milliseconds since 1970 UTC. It must
   *     be less than the times of all parts: a commit that would delete its own cells is rejected
   * @throws InvalidRequestException if the time is negative
   */
  public CommitOptions deleting(DeleteRequest request, long time) {
    return new CommitOptions(id, snapshot, distinct, Optional.of(new Deletion(request, time)));
  }

  /** Returns the id; empty if not set. */
  public Optional<String> id() {
    return id;
  }

  /** Returns the snapshot that the commit depends on; empty for a commit without a condition. */
  public Optional<SnapshotToken> snapshot() {
    return snapshot;
  }

  /** Returns whether the comparison of cells is skipped. */
  public boolean hasDistinctCells() {
    return distinct;
  }

  /** Returns the deletion in the same commit; empty for none. */
  public Optional<Deletion> deletion() {
    return deletion;
  }
}
