package io.azulejo.cli.argument;

import io.azulejo.schema.Filter;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which checksum filter all fields of a new array get. */
public final class ChecksumArgument {
  @Option(
      names = "--checksum",
      paramLabel = "KIND",
      description =
          "End the filters of all fields, offsets and validity that have no checksum with one: sha256"
              + " or md5. Bytes that change on the disk are then an error of reads, not other values."
              + " Encrypted arrays need none.")
  private Kind kind;

  /** Kinds of checksums. */
  public enum Kind {
    /** SHA-256. */
    SHA256,
    /** MD5. */
    MD5;

    Filter.Checksum filter() {
      return this == SHA256 ? new Filter.ChecksumSha256() : new Filter.ChecksumMd5();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The filter, if one is wanted. */
  public Optional<Filter.Checksum> filter() {
    return Optional.ofNullable(kind).map(Kind::filter);
  }
}
