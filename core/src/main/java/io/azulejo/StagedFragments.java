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
 * What one writer wrote and did not commit: fragments whose files are complete and durable, and
 * which nobody sees. {@link ArrayHandle#commit(List, CommitOptions)} makes those of any number of
 * writers part of the array, all at once; {@link Azulejo#discard} deletes them. Writers and who
 * commits may be different processes on different machines: {@link #toBytes} goes between them.
 * Immutable.
 *
 * <p>Fragments that are staged look like complete ones whose commit was lost: garbage collection
 * that is asked to remove such ones takes them, once they are older than an age that it is given,
 * which has to be longer than any job takes.
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
   * What bytes say that {@link #toBytes} made, here or elsewhere.
   *
   * @throws CorruptDataException if they are not those that were made
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release made them
   */
  public static StagedFragments of(byte[] bytes) {
    Staged staged = StagedFormat.decode(Slice.of(bytes.clone()));
    try {
      return new StagedFragments(staged);
    } catch (InvalidRequestException e) {
      throw CorruptDataException.of(
          StagedFormat.STRUCTURE, "location", -1, "it is the place of no array", e);
    }
  }

  /** The bytes of this: those of one release are understood by all later ones. */
  public byte[] toBytes() {
    return StagedFormat.encode(staged).toBytes();
  }

  Staged staged() {
    return staged;
  }

  List<FragmentName> names() {
    return staged.fragments().stream().map(Staged.Part::name).toList();
  }

  /** The array that the fragments were written for. */
  public Location location() {
    return location;
  }

  /** The names of the fragments; none where there were no cells. */
  public List<String> fragments() {
    return names().stream().map(FragmentName::text).toList();
  }

  /** The times of the cells; empty where there are none. */
  public Optional<TimeRange> times() {
    List<FragmentName> names = names();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            TimeRange.between(
                names.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
                names.stream().mapToLong(FragmentName::t2).max().orElseThrow()));
  }

  /** The format version of the fragments; empty where there are none. */
  public OptionalInt formatVersion() {
    return names().stream().mapToInt(name -> name.version().number()).findFirst();
  }

  /** The number of cells. */
  public long cells() {
    return staged.fragments().stream().mapToLong(Staged.Part::cells).sum();
  }

  /** The bytes of all files. */
  public long bytes() {
    return staged.fragments().stream().mapToLong(Staged.Part::bytes).sum();
  }

  /** The box around all cells; empty where there are none. */
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

  /** The array, and how much was staged. */
  @Override
  public String toString() {
    return "%d fragments with %d cells staged for %s"
        .formatted(staged.fragments().size(), cells(), location);
  }
}
