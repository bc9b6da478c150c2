package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FormatVersion;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The options for creating an array: the timestamp of its schema, the format version and initial
 * metadata. Immutable; each setter returns a changed copy.
 */
public final class CreateOptions {
  /**
   * Uses the current time and the newest format version that released TileDB versions read, and
   * sets no metadata.
   */
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
   * Sets the timestamp of the schema (default: the current time). Schemas of format versions before
   * 10 have no timestamp.
   *
   * @param timestamp milliseconds since 1970-01-01 UTC, at least 0
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
   * Sets the format version. The default is 22, which TileDB 2.25 and later read. Choose an older
   * version if older releases must read the array; creating the array fails if that version cannot
   * represent the schema. No TileDB release reads version 23 yet.
   *
   * @param version the format version, from 7 to 23
   * @throws InvalidRequestException if the version is out of range
   */
  public CreateOptions formatVersion(int version) {
    FormatVersion.writable(version);
    return new CreateOptions(time, version, metadata);
  }

  /**
   * Sets the initial metadata of the array. Readers never see the array without it.
   *
   * @param change the keys to set
   */
  public CreateOptions metadata(MetadataChange change) {
    return new CreateOptions(time, formatVersion, Objects.requireNonNull(change, "change"));
  }

  /**
   * Returns the timestamp of the schema in milliseconds since 1970-01-01 UTC; empty for the current
   * time.
   */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  /** Returns the initial metadata of the array. */
  public MetadataChange metadata() {
    return metadata;
  }

  /**
   * Returns the format version; empty for the newest version that released TileDB versions read.
   */
  public OptionalInt formatVersion() {
    return formatVersion < 0 ? OptionalInt.empty() : OptionalInt.of(formatVersion);
  }
}
