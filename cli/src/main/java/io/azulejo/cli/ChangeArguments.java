package io.azulejo.cli;

import io.azulejo.ChangeOptions;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is changed, as of which time, with which key: a mixin of all commands that change. */
final class ChangeArguments {
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "A path or a URI, such as data/grid or file:///data/grid.")
  private String uri;

  @Mixin private KeyArgument key;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "The time that the change is said to be of: milliseconds since 1970, or ISO 8601 (in UTC"
              + " where it does not say otherwise); now when not said.")
  private String at;

  /** Where it is. */
  Location location() {
    return OpenArguments.locate(uri);
  }

  /** The URI or path as it was given. */
  String uri() {
    return uri;
  }

  /** How it is changed. */
  ChangeOptions options(Terminal terminal) throws IOException {
    ChangeOptions options = ChangeOptions.DEFAULT;
    if (at != null) {
      long time = Ranges.time(at, "--at");
      if (time < 0) {
        throw new InvalidRequestException("--at " + at + ": the greatest is " + Long.MAX_VALUE);
      }
      options = options.at(time);
    }
    Optional<byte[]> bytes = key.bytes(terminal);
    return bytes.isPresent() ? options.key(bytes.get()) : options;
  }

  /** How it is opened to be looked at before. */
  OpenOptions openOptions(ChangeOptions options) {
    return options.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
  }

  /** Whether the key comes from standard input. */
  boolean takesInput() {
    return key.isInput();
  }
}
