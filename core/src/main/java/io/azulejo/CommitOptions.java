package io.azulejo;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Options of a commit of {@linkplain StagedFragments staged fragments}. Immutable. */
public final class CommitOptions {
  /** Without an id; all is checked. */
  public static final CommitOptions DEFAULT = new CommitOptions(Optional.empty(), false);

  private final Optional<String> id;
  private final boolean distinct;

  private CommitOptions(Optional<String> id, boolean distinct) {
    this.id = id;
    this.distinct = distinct;
  }

  /**
   * The same, under an id: of all commits to an array with one id, one happens. So a commit can be
   * repeated, by whomever and with whatever fragments, until it is known to have happened.
   *
   * <p>The id is known as long as the file is there that it gives its name to. Vacuuming commits
   * leaves it for a day, and those of the last 100 ids for good; vacuuming by TileDB does not, once
   * it has consolidated commits. The same fragments are never committed twice, with or without an
   * id.
   *
   * @param name what names this commit among all to the array, such as that of a job and a number
   */
  public CommitOptions id(String name) {
    return new CommitOptions(Optional.of(Objects.requireNonNull(name, "name")), distinct);
  }

  /** As {@link #id(String)}: the same as with the UUID's text. */
  public CommitOptions id(UUID uuid) {
    return id(uuid.toString());
  }

  /**
   * The same, where the caller knows that no two parts have cells at the same coordinates, by how
   * they were cut: cells of sparse arrays are not compared. If it is not so, one of these cells is
   * seen, and nobody can say which.
   */
  public CommitOptions distinctCells() {
    return new CommitOptions(id, true);
  }

  /** The id; empty if there is none. */
  public Optional<String> id() {
    return id;
  }

  /** Whether cells of parts are not compared. */
  public boolean hasDistinctCells() {
    return distinct;
  }
}
