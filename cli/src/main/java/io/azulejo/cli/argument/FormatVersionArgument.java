package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The format version of an array that is created. */
public final class FormatVersionArgument {
  @Option(
      names = "--format-version",
      paramLabel = "N",
      description =
          "The format version of the array: 7 to 23; 22 when not said, which TileDB 2.25 and later"
              + " read. Older ones are for older readers.")
  private Integer version;

  /** The version; empty for the default. */
  public OptionalInt version() {
    if (version == null) {
      return OptionalInt.empty();
    }
    if (version < 7 || version > 23) {
      throw new InvalidRequestException(
          "--format-version %d: arrays are written in versions 7 to 23".formatted(version));
    }
    return OptionalInt.of(version);
  }
}
