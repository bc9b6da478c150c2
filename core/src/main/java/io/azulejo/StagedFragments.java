package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.Staged;
import io.azulejo.internal.format.StagedFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The fragments of one writer that are complete and durable, but not committed, so that readers do
 * not see them. {@link ArrayHandle#commit(List, CommitOptions)} commits the fragments of any number
 * of writers together, and {@link Azulejo#discard} deletes them. The writers and the committing
 * process may run on different machines; send {@link #toBytes} between them. Immutable.
 *
 * <p>Garbage collection cannot distinguish staged fragments from complete fragments whose commit
 * was lost. If you let it remove complete fragments, set its minimum age to longer than any job
 * takes.
 */
public final class StagedFragments {
  private final Staged staged;
  private final Location location;

  private StagedFragments(Staged staged, Location location) {
    this.staged = staged;
    this.location = location;
  }

  StagedFragments(Staged staged) {
    this(staged, Location.of(staged.location()));
  }

  /**
   * Decodes staged fragments.
   *
   * @param bytes the bytes that {@link #toBytes} returned; they are copied
   * @throws CorruptDataException if the bytes are not staged fragments, or are damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release encoded them
   */
  public static StagedFragments of(byte[] bytes) {
    Staged staged = StagedFormat.decode(Slice.of(bytes.clone()));
    try {
      return new StagedFragments(staged);
    } catch (InvalidRequestException e) {
      throw CorruptDataException.of(
          StagedFormat.STRUCTURE, "location", -1, "it is not the location of an array", e);
    }
  }

  /**
   * Encodes the staged fragments as bytes, which all later releases can decode. Decode them with
   * {@link #of(byte[])}.
   */
  public byte[] toBytes() {
    return StagedFormat.encode(staged).toBytes();
  }

  Staged staged() {
    return staged;
  }

  List<FragmentName> names() {
    return staged.fragments().stream().map(Staged.Part::name).toList();
  }

  /** Returns the location of the array to which the fragments belong. */
  public Location location() {
    return location;
  }

  /** Returns the names of the fragments; empty if the writer received no cells. */
  public List<String> fragments() {
    return names().stream().map(FragmentName::text).toList();
  }

  /** Returns the time range of the fragments; empty if the writer received no cells. */
  public Optional<TimeRange> times() {
    List<FragmentName> names = names();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            TimeRange.between(
                names.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
                names.stream().mapToLong(FragmentName::t2).max().orElseThrow()));
  }

  /** Returns the format version of the fragments; empty if the writer received no cells. */
  public OptionalInt formatVersion() {
    return names().stream().mapToInt(name -> name.version().number()).findFirst();
  }

  /** Returns the number of cells in all fragments. */
  public long cells() {
    return staged.fragments().stream().mapToLong(Staged.Part::cells).sum();
  }

  /** Returns the total size of the files, in bytes. */
  public long bytes() {
    return staged.fragments().stream().mapToLong(Staged.Part::bytes).sum();
  }

  /** Returns the bounding box of all cells; empty if the writer received no cells. */
  public Optional<NDRange> nonEmptyDomain() {
    return staged.nonEmptyDomain();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StagedFragments that && staged.equals(that.staged);
  }

  @Override
  public int hashCode() {
    return staged.hashCode();
  }

  /**
   * Returns a text with the location of the array and the numbers of staged fragments and cells.
   */
  @Override
  public String toString() {
    return "%d fragments with %d cells staged for %s"
        .formatted(staged.fragments().size(), cells(), location);
  }
}
