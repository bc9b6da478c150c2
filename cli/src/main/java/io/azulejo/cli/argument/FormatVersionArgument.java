package io.azulejo.cli.argument;

import io.azulejo.CreateOptions;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.error.InvalidRequestException;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The option {@code --format-version}, which sets the format version of a new array. */
public final class FormatVersionArgument {
  @HelpEntry(value = Section.LAYOUT, rare = true)
  @Option(
      names = "--format-version",
      paramLabel = "N",
      description = {
        "format version, 7 to 23 (default: 22)",
        "TileDB 2.25 and later read version 22. Older versions are for older readers."
      })
  private Integer version;

  /**
   * Returns the version, or an empty result if the option was not given.
   *
   * @throws InvalidRequestException if the version cannot be written
   */
  public OptionalInt version() {
    return version == null ? OptionalInt.empty() : OptionalInt.of(checked(version));
  }

  /**
   * Returns a format version after checking that it can be written.
   *
   * @throws InvalidRequestException if it cannot be written
   */
  public static int checked(int version) {
    try {
      CreateOptions.DEFAULT.formatVersion(version);
      return version;
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException("--format-version: " + e.getMessage());
    }
  }
}
