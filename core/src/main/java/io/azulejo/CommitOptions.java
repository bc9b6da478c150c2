package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DeleteRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Options of a commit of {@linkplain StagedFragments staged fragments}. Immutable. */
public final class CommitOptions {
  /** Without an id; all is checked. */
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
            "a deletion at %d: times are milliseconds since 1970, at least 0".formatted(time));
      }
    }

    /** Returns which cells are deleted. */
    public DeleteRequest request() {
      return request;
    }

    /** Returns the last time of the deleted cells, in milliseconds since 1970 UTC. */
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
   * The same, under an id: of all commits to an array with one id, one happens. So a commit can be
   * repeated, by whomever and with whatever fragments, until it is known to have happened.
   *
   * <p>The id is known as long as the file is there that it gives its name to. Vacuuming commits
   * leaves it for a day, and those of the last 100 ids for good; vacuuming by TileDB does not, once
   * it has consolidated commits. The same fragments are never committed twice, with or without an
   * id. Replaces a condition given by {@link #onlyIf}: a commit has either.
   *
   * @param name what names this commit among all to the array, such as that of a job and a number
   */
  public CommitOptions id(String name) {
    return new CommitOptions(
        Optional.of(Objects.requireNonNull(name, "name")), Optional.empty(), distinct, deletion);
  }

  /** As {@link #id(String)}: the same as with the UUID's text. */
  public CommitOptions id(UUID uuid) {
    return id(uuid.toString());
  }

  /**
   * Returns these options with a condition: the commit happens only if nobody has changed the cells
   * of the array since a snapshot of it, from which the new cells were computed. Otherwise it
   * throws {@link io.azulejo.error.ConflictException}, and nothing is committed.
   *
   * <p>At most one of all commits that depend on the same snapshot happens. This holds however long
   * a writer takes, because no lock is used. This commit also fails if it finds a fragment or a
   * deletion that another writer committed without a condition. If such a change is committed while
   * this commit runs, it counts as a later change. Changes of schemas and metadata do not make the
   * commit fail. Consolidation does not either, until a vacuum deletes the lists of what it
   * replaced: then nobody can tell which writes a fragment contains.
   *
   * <p>Commits with a condition are numbered; the number of the last one is known until another
   * engine consolidates and vacuums the commits of the array. Replaces an {@linkplain #id id} given
   * before: a commit has either. After a {@link io.azulejo.error.CommitUnknownException} the same
   * commit can be repeated, if it has fragments.
   *
   * @param token the snapshot, opened as of now
   */
  public CommitOptions onlyIf(SnapshotToken token) {
    return new CommitOptions(
        Optional.empty(), Optional.of(Objects.requireNonNull(token, "token")), distinct, deletion);
  }

  /**
   * The same, where the caller knows that no two parts have cells at the same coordinates, by how
   * they were cut: cells of sparse arrays are not compared. If it is not so, one of these cells is
   * seen, and nobody can say which.
   */
  public CommitOptions distinctCells() {
    return new CommitOptions(id, snapshot, true, deletion);
  }

  /**
   * The same, which also deletes cells of a sparse array, by the same act: who sees the parts sees
   * the deletion, and the other way round. So cells are replaced by others, all or nothing. The
   * deletion is as that of {@link ArrayHandle#delete(DeleteRequest, ChangeOptions)}, and is refused
   * where that would be. Replaces the deletion given before.
   *
   * @param time up to which time of theirs cells are deleted, in milliseconds since 1970 UTC; less
   *     than that of any part: a commit that would delete cells of its own is refused. Who opens
   *     the array as of a time from this one on and before that of the parts sees the deletion
   *     alone
   * @throws InvalidRequestException if the time is less than 0
   */
  public CommitOptions deleting(DeleteRequest request, long time) {
    return new CommitOptions(id, snapshot, distinct, Optional.of(new Deletion(request, time)));
  }

  /** The id; empty if there is none. */
  public Optional<String> id() {
    return id;
  }

  /** The snapshot that the commit depends on; empty if it has no condition. */
  public Optional<SnapshotToken> snapshot() {
    return snapshot;
  }

  /** Whether cells of parts are not compared. */
  public boolean hasDistinctCells() {
    return distinct;
  }

  /** Which cells are deleted by the same act, and up to which time; empty if none are. */
  public Optional<Deletion> deletion() {
    return deletion;
  }
}
