package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.schema.Filter;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --checksum}, which adds a checksum filter to all fields of a new array. */
public final class ChecksumArgument {
  @HelpEntry(value = Section.LAYOUT, rare = true)
  @Option(
      names = "--checksum",
      paramLabel = "KIND",
      description = {
        "add checksums to all tiles: sha256 or md5",
        "Appends a checksum filter to fields, offsets and validity without one, so that reads"
            + " detect bytes that changed on disk. Encrypted arrays need no checksums."
      })
  private Kind kind;

  /** Supported checksum algorithms. */
  public enum Kind {
    /** SHA-256. */
    SHA256,
    /** MD5. */
    MD5;

    Filter filter() {
      return this == SHA256 ? Filter.sha256() : Filter.md5();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the checksum filter, if one was requested. */
  public Optional<Filter> filter() {
    return Optional.ofNullable(kind).map(Kind::filter);
  }
}
