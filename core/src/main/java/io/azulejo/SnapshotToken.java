package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.format.SnapshotNamesFormat;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.List;

/**
 * Names exactly what an open {@link Array} sees: its fragments, schemas, deletions and metadata.
 * {@link Azulejo#open(SnapshotToken)} opens the same anywhere, in other processes too, without
 * listing folders, whatever was written, consolidated or deleted since. It holds names, not cells:
 * once fragments of it are vacuumed, there is nothing left to open. Its bytes are as stable as
 * files; they hold no keys and no credentials. Immutable.
 */
public final class SnapshotToken {
  private final SnapshotNames names;
  private final Location location;
  private final byte[] bytes;

  private SnapshotToken(SnapshotNames names, byte[] bytes) {
    this.names = names;
    this.location = location(names.location());
    this.bytes = bytes;
  }

  private static Location location(String text) {
    try {
      Location location = Location.of(text);
      if (location.toString().equals(text)) {
        return location;
      }
    } catch (InvalidRequestException e) {
      throw CorruptDataException.of(
          SnapshotNamesFormat.STRUCTURE, "location", -1, "\"" + text + "\" is none", e);
    }
    throw CorruptDataException.of(
        SnapshotNamesFormat.STRUCTURE, "location", -1, "\"" + text + "\" is none");
  }

  static SnapshotToken of(SnapshotNames names) {
    return new SnapshotToken(names, SnapshotNamesFormat.encode(names));
  }

  /**
   * The token that {@link #toBytes} made these bytes of (they are copied).
   *
   * @throws io.azulejo.error.CorruptDataException if they are none, or were damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release made them
   */
  public static SnapshotToken of(byte[] bytes) {
    byte[] own = bytes.clone();
    return new SnapshotToken(SnapshotNamesFormat.decode(own), own);
  }

  /**
   * The token of the same array with no fragments and no deletions: all that there is is new since.
   */
  public SnapshotToken withoutCells() {
    return of(
        new SnapshotNames(
            names.location(),
            names.times(),
            names.schemas(),
            List.of(),
            List.of(),
            List.of(),
            names.metadata(),
            names.conditionalCommits()));
  }

  /**
   * The token of the same cells as a later snapshot of the array describes them: with attributes
   * that were added since, without those that were dropped.
   *
   * @throws InvalidRequestException if the other one is of another array
   */
  public SnapshotToken withSchemasOf(SnapshotToken other) {
    if (!other.location.equals(location)) {
      throw new InvalidRequestException(
          "the schemas are of %s, the cells of %s: give tokens of one array"
              .formatted(other.location, location));
    }
    long end = times().end();
    long otherEnd = other.times().end();
    long later = Long.compareUnsigned(end, otherEnd) < 0 ? otherEnd : end;
    return of(
        new SnapshotNames(
            names.location(),
            new TimeRange(times().start(), later),
            other.names.schemas(),
            names.fragments(),
            names.deletes(),
            names.footers(),
            names.metadata(),
            names.conditionalCommits()));
  }

  /** The token as bytes: some 80 for each fragment. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  SnapshotNames names() {
    return names;
  }

  /** The array. */
  public Location location() {
    return location;
  }

  /** The times that the array was opened at. */
  public TimeRange times() {
    return names.times();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SnapshotToken that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The array and the number of its fragments. */
  @Override
  public String toString() {
    return "a snapshot of %s: %d fragments".formatted(names.location(), names.fragments().size());
  }
}
