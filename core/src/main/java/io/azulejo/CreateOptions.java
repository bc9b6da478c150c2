package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FormatVersion;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Options of creating an array: the timestamp of its schema, the format version, and metadata.
 * Immutable.
 */
public final class CreateOptions {
  /** The current time, and the newest format version that released TileDB reads. */
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
   * Sets the timestamp of the schema. Default: the current time. Schemas of format versions before
   * 10 have no timestamp.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   * @throws InvalidRequestException if the timestamp is negative
   */
  public CreateOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "creation time %d is negative; use milliseconds since 1970".formatted(timestamp));
    }
    return new CreateOptions(timestamp, formatVersion, metadata);
  }

  /**
   * Sets the format version. Default: 22, which TileDB 2.25 and later read. Use an older version
   * for older readers; creating the array fails if that version cannot store the schema. No release
   * of TileDB reads 23 yet.
   *
   * @param version 7 to 23
   * @throws InvalidRequestException if the version is out of range
   */
  public CreateOptions formatVersion(int version) {
    FormatVersion.writable(version);
    return new CreateOptions(time, version, metadata);
  }

  /**
   * Sets metadata that the array has from the start: readers never see the array without them.
   *
   * @param change the keys to set
   */
  public CreateOptions metadata(MetadataChange change) {
    return new CreateOptions(time, formatVersion, Objects.requireNonNull(change, "change"));
  }

  /** Returns the timestamp in milliseconds since 1970 UTC; empty for the current time. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  /** Returns the metadata that the array has from the start. */
  public MetadataChange metadata() {
    return metadata;
  }

  /** Returns the format version; empty for the newest that released TileDB reads. */
  public OptionalInt formatVersion() {
    return formatVersion < 0 ? OptionalInt.empty() : OptionalInt.of(formatVersion);
  }
}
