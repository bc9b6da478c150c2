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
 * A token that identifies the snapshot of an open {@link Array}: it contains the names of its
 * fragments, schemas, deletions and metadata. {@link Azulejo#open(SnapshotToken)} opens the same
 * snapshot again, even in another process. That method does not list folders. Later writes,
 * consolidations and deletions have no effect on the snapshot, until a vacuum deletes its
 * fragments.
 *
 * <p>The token contains no cells: the snapshot cannot be opened after its fragments were vacuumed.
 * The bytes of a token are as stable as the file format, and contain neither keys nor credentials.
 * Immutable.
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
          SnapshotNamesFormat.STRUCTURE, "location", -1, "\"" + text + "\" is not a location", e);
    }
    throw CorruptDataException.of(
        SnapshotNamesFormat.STRUCTURE, "location", -1, "\"" + text + "\" is not a location");
  }

  static SnapshotToken of(SnapshotNames names) {
    return new SnapshotToken(names, SnapshotNamesFormat.encode(names));
  }

  /**
   * Decodes a token.
   *
   * @param bytes the bytes that {@link #toBytes} returned; they are copied
   * @throws io.azulejo.error.CorruptDataException if the bytes are not a token, or are damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release encoded the token
   */
  public static SnapshotToken of(byte[] bytes) {
    byte[] own = bytes.clone();
    return new SnapshotToken(SnapshotNamesFormat.decode(own), own);
  }

  /**
   * Returns a token of the same array without fragments and deletions. Compared with it, all
   * current cells are new; see {@link Array#changes(SnapshotToken)}.
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
   * Returns a token of the same cells with the schemas of a later snapshot. The cells then have the
   * attributes that were added since, and lack the attributes that were dropped.
   *
   * @throws InvalidRequestException if the other token belongs to another array
   */
  public SnapshotToken withSchemasOf(SnapshotToken other) {
    if (!other.location.equals(location)) {
      throw new InvalidRequestException(
          "the schemas belong to %s, but the cells to %s; pass tokens of the same array"
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

  /**
   * Encodes the token as bytes, about 80 bytes per fragment. Decode them with {@link #of(byte[])}.
   */
  public byte[] toBytes() {
    return bytes.clone();
  }

  SnapshotNames names() {
    return names;
  }

  /** Returns the location of the array. */
  public Location location() {
    return location;
  }

  /** Returns the time range at which the array was opened. */
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

  /** Returns a text with the location of the array and the number of fragments. */
  @Override
  public String toString() {
    return "a snapshot of %s: %d fragments".formatted(names.location(), names.fragments().size());
  }
}
