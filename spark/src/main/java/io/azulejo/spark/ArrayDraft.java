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
 * An array that is being made and filled, and is not yet to be seen at its place. Where folders are
 * moved in one act it lies beside its place, in a folder whose name catalogs leave out, and is
 * moved there once it is complete. Object stores move nothing: there a new array is made where it
 * is to be, and one that replaces another is copied to its place at the end.
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
   * A draft.
   *
   * @param options those of the array at its place
   * @param metadata the metadata of the array
   * @param replaces whether an array that is there may be replaced
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
   * Creates it, empty.
   *
   * @return the options of the array while it is a draft
   * @throws AlreadyExistsException if there is something at its place that is not to be replaced
   */
  ArrayOptions begin() {
    Storage storage = engine.storage(place);
    boolean replacing = replaces && engine.catalog().type(place) == ObjectType.ARRAY;
    if (!replacing && !storage.names(place).isEmpty()) {
      throw new AlreadyExistsException("there is something already", place.toString());
    }
    // Nothing is moved to where a folder is, even if it is empty.
    boolean moves = storage.traits().hasFolders() && storage.find(place).isEmpty();
    Location at = moves || replacing ? hidden() : place;
    ArrayOptions drafted = options.at(at);
    Engines.writing(drafted)
        .create(at, schema, CreateOptions.DEFAULT.at(options.writeTime()).metadata(metadata));
    draft = at;
    return drafted;
  }

  private Location hidden() {
    return place.parent().resolve(HIDDEN + UUID.randomUUID());
  }

  /**
   * Makes it the array at its place. What it replaces is put aside first, and removed at the end:
   * for a moment there is none.
   *
   * @throws AlreadyExistsException if somebody else made one there meanwhile
   * @throws CommitUnknownException if it is not known whether it is there now
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
    Location old = hidden();
    putAside(catalog, old, from);
    try {
      move(catalog, from);
    } catch (CommitUnknownException e) {
      throw new CommitUnknownException(
          "it is not known whether the table was replaced; what it was is %s".formatted(old),
          place.toString(),
          e);
    } catch (RuntimeException e) {
      throw putBack(catalog, old, from, e);
    }
    try {
      catalog.remove(old);
    } catch (RuntimeException e) {
      throw new StorageException(
          "the table is replaced, but what it was could not be removed: remove %s".formatted(old),
          place.toString(),
          e,
          false);
    }
  }

  /**
   * Moves what is to be replaced to another place. Where that fails half way, as copies may be made
   * whose originals are not removed, the table is what was copied.
   */
  private void putAside(Catalog catalog, Location old, Location from) {
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
        throw lost(old, from, e);
      }
      throw aside ? putBack(catalog, old, from, e) : e;
    }
  }

  /**
   * Makes what was put aside the array at its place again. Where that is not possible, as a move by
   * copies that ended half way leaves files there, both are kept.
   *
   * @return what to throw
   */
  private RuntimeException putBack(
      Catalog catalog, Location old, Location from, RuntimeException cause) {
    try {
      catalog.move(old, place);
      return cause;
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
      return lost(old, from, cause);
    }
  }

  /** Keeps both tables, as neither is known to be at the place. */
  private StorageException lost(Location old, Location from, RuntimeException cause) {
    kept = true;
    return new StorageException(
        ("the table could be neither replaced nor put back: it is %s, unless it is still in its"
                + " place, and what was to replace it is %s; remove what is in its place, if that"
                + " is damaged, and move one of them there")
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
   * Removes it after a failure, as {@link #abandon()} does.
   *
   * @return the failure, which the removal's own is added to
   */
  <E extends Exception> E abandon(E failure) {
    try {
      abandon();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** Whether it is made where it is to be, so that others can see it and write to it. */
  boolean isInPlace() {
    return draft != null && draft.equals(place);
  }

  /**
   * Removes it, unless it was published, or has rows at its place, which others may have written;
   * does nothing where it was never begun.
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
