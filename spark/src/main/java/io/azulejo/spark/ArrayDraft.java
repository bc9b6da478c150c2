package io.azulejo.spark;

import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.ObjectType;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An array that is created and filled before it is published at its location.
 *
 * <p>If the store can move folders atomically, the draft is a hidden folder next to the target.
 * Catalogs do not list it, and {@link #publish} moves it to the target. Object stores cannot move
 * folders. There a new array is created in place, and a replacement is a hidden folder that is
 * copied to its location at the end. A new array whose location is an empty folder is also created
 * in place.
 */
final class ArrayDraft {
  private static final String HIDDEN = "__azulejo_draft_";

  private final ArrayOptions options;
  private final ArraySchema schema;
  private final MetadataChange metadata;
  private final boolean replaces;
  private final Azulejo engine;
  private final Location place;
  private @Nullable Location draft;
  private boolean kept;

  /**
   * Creates a draft. Nothing is written before {@link #begin}.
   *
   * @param options the options of the array at its final location
   * @param schema the schema of the array
   * @param metadata the initial metadata of the array
   * @param replaces whether the draft may replace an existing array
   */
  ArrayDraft(ArrayOptions options, ArraySchema schema, MetadataChange metadata, boolean replaces) {
    this.options = options;
    this.schema = schema;
    this.metadata = metadata;
    this.replaces = replaces;
    this.engine = Engines.writing(options);
    this.place = options.location();
  }

  /**
   * Creates the empty array of the draft.
   *
   * @return the options that locate the draft
   * @throws AlreadyExistsException if the location is not empty, unless it holds an array that may
   *     be replaced
   */
  ArrayOptions begin() {
    Storage storage = engine.storage(place);
    boolean replacing = replaces && engine.catalog().type(place) == ObjectType.ARRAY;
    if (!replacing && !storage.names(place).isEmpty()) {
      throw new AlreadyExistsException(
          "cannot create a table at %s: the location is not empty".formatted(place),
          place.toString());
    }
    // A folder cannot be moved onto an existing one, even if that is empty.
    boolean moves = storage.traits().hasFolders() && storage.find(place).isEmpty();
    Location at = moves || replacing ? hiddenLocation() : place;
    ArrayOptions drafted = options.at(at);
    Engines.writing(drafted)
        .create(at, schema, CreateOptions.DEFAULT.at(options.writeTime()).metadata(metadata));
    draft = at;
    return drafted;
  }

  private Location hiddenLocation() {
    return place.parent().resolve(HIDDEN + UUID.randomUUID());
  }

  /**
   * Publishes the draft at its location. A replaced array is first moved aside and removed at the
   * end, so the location is empty for a moment.
   *
   * @throws AlreadyExistsException if another writer has created an array at the location in the
   *     meantime
   * @throws CommitUnknownException if the outcome of the move is unknown
   * @throws StorageException if the replaced array could not be removed, or if it was moved aside
   *     but could neither be replaced nor restored
   */
  void publish() {
    Location from = draft;
    if (from == null || from.equals(place)) {
      kept = true;
      return;
    }
    Catalog catalog = engine.catalog();
    if (!replaces || catalog.type(place) != ObjectType.ARRAY) {
      move(catalog, from);
      return;
    }
    Location old = hiddenLocation();
    moveAside(catalog, old, from);
    try {
      move(catalog, from);
    } catch (CommitUnknownException e) {
      throw new CommitUnknownException(
          "it is unknown whether the table was replaced; the old table is at %s".formatted(old),
          place.toString(),
          e);
    } catch (RuntimeException e) {
      throw restore(catalog, old, from, e);
    }
    try {
      catalog.remove(old);
    } catch (RuntimeException e) {
      throw new StorageException(
          "the table was replaced, but the old table could not be removed; remove %s"
              .formatted(old),
          place.toString(),
          e,
          false);
    }
  }

  /**
   * Moves the array to be replaced aside. If the move fails after it has copied the array, removes
   * the files left at the location and moves the copy back.
   *
   * @throws RuntimeException if the move fails
   */
  private void moveAside(Catalog catalog, Location old, Location from) {
    try {
      catalog.move(place, old);
    } catch (RuntimeException e) {
      boolean aside;
      try {
        aside = catalog.type(old) == ObjectType.ARRAY;
        if (aside && (catalog.type(place) == ObjectType.ARRAY || catalog.isRemains(place))) {
          catalog.remove(place);
        }
      } catch (RuntimeException again) {
        e.addSuppressed(again);
        throw keepBoth(old, from, e);
      }
      throw aside ? restore(catalog, old, from, e) : e;
    }
  }

  /**
   * Moves the old array back to its location. Keeps both arrays if that fails, for example because
   * an incomplete move has left files at the location.
   *
   * @return the exception to throw
   */
  private RuntimeException restore(
      Catalog catalog, Location old, Location from, RuntimeException cause) {
    try {
      catalog.move(old, place);
      return cause;
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
      return keepBoth(old, from, cause);
    }
  }

  /**
   * Keeps both arrays, because neither is known to be at the location.
   *
   * @return the exception to throw, which names the locations of both arrays
   */
  private StorageException keepBoth(Location old, Location from, RuntimeException cause) {
    kept = true;
    return new StorageException(
        ("the table could be neither replaced nor restored. The old table is at %s, or still "
                + "in place, and the new one is at %s. Remove what is damaged in its place, then move "
                + "one of the two there")
            .formatted(old, from),
        place.toString(),
        cause,
        false);
  }

  private void move(Catalog catalog, Location from) {
    try {
      catalog.move(from, place);
      kept = true;
    } catch (CommitUnknownException e) {
      kept = true;
      throw e;
    }
  }

  /**
   * Removes the draft after a failure, like {@link #abandon()}.
   *
   * @return the given failure; if the removal also fails, its exception is added as suppressed
   */
  <E extends Exception> E abandon(E failure) {
    try {
      abandon();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** Returns whether the draft is at its final location, where other writers can see it. */
  boolean isAtTarget() {
    return draft != null && draft.equals(place);
  }

  /**
   * Removes the draft unless it was published. An array at its final location is kept if it has
   * rows, because other writers may have added them. Does nothing before {@link #begin}.
   */
  void abandon() {
    Location from = draft;
    if (from != null && !kept) {
      UninterruptedCleanup.run(
          () -> {
            if (!from.equals(place) || engine.open(place, TimeRange.ALL).fragments().isEmpty()) {
              engine.catalog().remove(from);
            }
          });
      draft = null;
    }
  }
}
