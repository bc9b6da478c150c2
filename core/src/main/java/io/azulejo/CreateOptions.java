package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FormatVersion;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Options of creating an array: the timestamp that its schema gets, the format version, and
 * metadata. Immutable.
 */
public final class CreateOptions {
  /** Now, in the newest format version that released TileDB reads. */
  public static final CreateOptions DEFAULT =
      new CreateOptions(-1, -1, MetadataChange.builder().build());

  private final long time;
  private final int formatVersion;
  private final MetadataChange metadata;

  private CreateOptions(long time, int formatVersion, MetadataChange metadata) {
    this.time = time;
    this.formatVersion = formatVersion;
    this.metadata = metadata;
  }

  /**
   * The same, of a time. Schemas of format versions before 10 have no time.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   */
  public CreateOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "a creation at %d: times are milliseconds since 1970, at least 0".formatted(timestamp));
    }
    return new CreateOptions(timestamp, formatVersion, metadata);
  }

  /**
   * The same, of a format version: 22 when not said, which TileDB 2.25 and later read. Older ones
   * are for older readers; what they cannot store of the schema is refused when the array is
   * created. No release of TileDB reads 23 yet.
   *
   * @param version 7 to 23
   * @throws InvalidRequestException if it is none of these
   */
  public CreateOptions formatVersion(int version) {
    FormatVersion.writable(version);
    return new CreateOptions(time, version, metadata);
  }

  /**
   * The same, with metadata that the array has from the beginning: nobody sees it without them.
   *
   * @param change the keys that are put
   */
  public CreateOptions metadata(MetadataChange change) {
    return new CreateOptions(time, formatVersion, Objects.requireNonNull(change, "change"));
  }

  /** The time in milliseconds since 1970 UTC; empty for now. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  /** The metadata that the array has from the beginning. */
  public MetadataChange metadata() {
    return metadata;
  }

  /** The format version; empty for the newest that released TileDB reads. */
  public OptionalInt formatVersion() {
    return formatVersion < 0 ? OptionalInt.empty() : OptionalInt.of(formatVersion);
  }
}
